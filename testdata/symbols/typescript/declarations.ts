import type { A } from './a';
import { Injectable } from '@angular/core';

/** A shape. */
export interface Shape<T = any> extends Base {
  area(): number;
  readonly name: string;
}

export type Id = string | number;
type Local<T> = { [K in keyof T]: T[K] };

export enum Colour { Red, Green = 'g' }
declare const enum Flags { A = 1 }

@Injectable({ providedIn: 'root' })
export class Store<T extends Shape> implements Base {
  private items: T[] = [];
  @Input() label?: string;
  onChange = (v: T): void => { this.items.push(v); };

  constructor(private readonly api: Api) {}

  /** Finds one. */
  find(id: Id): T | undefined;
  find(id: any): T | undefined {
    return this.items.find((i) => i.name === id);
  }

  @Memo() @Log('x')
  protected persist(): Promise<void> { return save(this); }
  get count(): number { return this.items.length; }
  static of<U>(x: U): U { return x; }
}

export abstract class Repo {
  abstract load(id: Id): void;
}

export function over(a: string): void;
export function over(a: number): void;
export function over(a: any) {}

export const fetchAll = async <T,>(url: string): Promise<T[]> => {
  return [];
};

export const schema = z.object({ id: z.string() });

namespace Geometry.Flat {
  export function area(): number { return 1; }
  export class Square { side() {} }
  const hidden = 1;
}

declare module 'express' {
  interface Request { user: string }
}

declare global {
  interface Window { store: Store<any> }
}

declare function external(a: string): void;
declare let ambient: number;
export declare class Outside { run(): void; }
export declare const outside: unique symbol;

export default function bootstrap() {}
export type { A };
export = Store;
