#!/usr/bin/env node
'use strict';
import fs, { readFile } from 'fs';

/**
 * Adds.
 */
export function add(a, b) { return a + b; }

async function* ticks() { yield 1; }

const sub = (a, b) => a - b;
let mul = function (a, b) { return a * b };
var Klass = class Named { go() {} };
const [x, y] = [1, 2], z = 3;

export const LIMIT = 10, NAMES = ['a'];
export const { alpha, beta: gamma } = require('./greek');
export let counter = 0;

export default class Server extends Base {
  static port = 80;
  #secret = 1;
  handler = async (req) => {
    return req;
  };

  // Leading comment of the constructor.
  constructor(opts) {
    super(opts);
  }

  get address() { return this.#secret; }
  set address(v) { this.#secret = v; }
  static create() { return new Server(); }
  async *stream() {}
  #hidden() {}
  [Symbol.iterator]() {}
  'quoted-name'() {}
  static { Server.ready = true; }
}

Legacy.prototype.run = function () {
  return 1;
};
Legacy.create = () => new Legacy();
exports.helper = function helper() {};
module.exports.other = async () => {};
Legacy.prototype.version = 3;

const Button = React.memo(function Button(props) {
  return props.label;
});

export { add as plus, sub };
export * from './more';

const app = express();
app.get('/', (req, res) => res.send('ok'));

function add(a) { return a; }
