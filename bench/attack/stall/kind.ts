import type { Random } from '../../support/random.ts'
import { extremesOf, nearbyIn, type Point, type Ranges, randomIn } from './ranges.ts'

/** One request that can be made. */
export type Asked = {
  /** Which of its kind it is. */
  words: string
  /** What has to be there before it, which nobody is measured by. */
  prepare?: () => Promise<unknown>
  ask(): Promise<{ status: number }>
}

/** What a search goes through: requests of a kind, and those that are nearly like one. */
export type Kind<Of = unknown> = {
  name: string
  extremes: readonly Of[]
  random(random: Random): Of
  nearby(of: Of, random: Random): Of
  request(of: Of): Asked
}

/** A list of kinds has such of any parameters: each is only ever handed its own. */
export const anyKind = <Of>(kind: Kind<Of>): Kind => kind as unknown as Kind

/** Requests by their parameters, which are told by their names. */
export const kindOf = <Of extends Ranges>(
  name: string,
  ranges: Of,
  make: (point: Point<Of>) => Asked['ask'] | Omit<Asked, 'words'>,
): Kind =>
  anyKind<Point<Of>>({
    name,
    extremes: extremesOf(ranges) as Point<Of>[],
    random: (random) => randomIn(ranges, random) as Point<Of>,
    nearby: (point, random) => nearbyIn(ranges, point as Record<string, number | string>, random) as Point<Of>,
    request: (point) => {
      const made = make(point)
      const words = Object.entries(point).map(([parameter, value]) => `${parameter} ${value}`)
      return { words: words.join(', '), ...(typeof made === 'function' ? { ask: made } : made) }
    },
  })
