'use strict'
import { a } from './a.js'
export { a }

/** Adds. */
export default function add(x, y = '}') {
  const re = /[/}]\/{/g
  const t = `a ${x ? `in ${'}'} ner` : '{'} b }`
  function nested() {}
  return x / y / 2
}

const arrow = async (x) => { return x }
export const LIMIT = 10;
const value = compute({ a: 1 })

class Shape extends mixin({ a: 1 }) {
  #secret = 1
  static count = 0
  handler = () => { this.x = '}' }
  constructor() { super() }
  get area() { return 0 }
  async *[Symbol.iterator]() {}
  static create() {
    return new Shape()
  }
  'quoted'() {}
}

Shape.prototype.draw = function () {
  // }
}

exports.helper = x => x
var oneliner = function () { return '{' }, other = 1
