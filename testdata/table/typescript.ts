import type { X } from './x'

export interface Props extends Pick<
  A & B,
  | 'a'
  | 'b'
> {
  on(event: { type: string }): void
}

export type Pair<T = { a: 1 }> = {
  left: T
} | string
export type Short = Map<string, number>
export enum Color { Red = '}', Green }

/* Doc. */
@Component({ selector: 'app', template: '<div>{{ x }}</div>' })
export abstract class Panel<T extends { id: string }> extends Base<{ x: 1 }> implements Props {
  private readonly map: Map<string, { a: number }> = new Map()
  constructor(private readonly x: number) { super() }
  abstract paint(): void
  on(event: { type: string }): void {
    if (event.type) { return }
  }
  over(a: string): { x: number }
  over(a: number): { x: number } {
    return { x: 1 }
  }
  cb = (a: number): void => {}
}

export function parse(input: string): input is 'x'
export function parse(input: unknown): { ok: boolean } {
  return { ok: true }
}

declare module 'virtual:x' {
  export const y: string
}
namespace Deep.Er {
  export const z: number = 1
  export function inside() {}
}
export const make = <T,>(x: T): Promise<T> => Promise.resolve(x)
