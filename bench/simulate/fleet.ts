import type { Chance } from '../worst-case/chance.ts'
import { type Core, type Line, openCore, openLine } from './core.ts'
import type { Options } from './options.ts'

/** A Delivery worker with its streams. */
export type Worker<Reader> = { core: Core; line: Line; streams: Set<Reader>; admits(atMs: number): boolean }

export type Fleet<Reader> = {
  workers: readonly Worker<Reader>[]
  /** Any of those that run; undefined where none does. */
  pick(): Worker<Reader> | undefined
  /** Takes an instance away, or all; comes back with the readers that they had. */
  stop(instances: readonly number[]): Reader[]
  /** All of them run again. */
  startAll(): void
  sent(): number
}

/** So many a second, and as many at once. */
const admission = (perSecond: number) => {
  let tokens = perSecond
  let lastMs = 0
  return (atMs: number): boolean => {
    if (perSecond === 0) return true
    tokens = Math.min(perSecond, tokens + ((atMs - lastMs) * perSecond) / 1_000)
    lastMs = atMs
    if (tokens < 1) return false
    tokens -= 1
    return true
  }
}

/** `opensASecond` is for each worker; 0 is all that come. */
export const openFleet = <Reader>(options: Options, opensASecond: number, chance: Chance): Fleet<Reader> => {
  const instances = Array.from({ length: options.instances }, () => {
    const line = openLine(options['megabits-a-second'])
    return Array.from(
      { length: options.cores },
      (): Worker<Reader> => ({ core: openCore(), line, streams: new Set(), admits: admission(opensASecond) }),
    )
  })
  const workers = instances.flat()
  let running = workers
  return {
    workers,
    pick: () => running[Math.floor(chance.next() * running.length)],
    stop: (stopped) => {
      const gone = stopped.flatMap((at) => instances[at] ?? [])
      running = running.filter((worker) => !gone.includes(worker))
      return gone.flatMap(({ streams }) => {
        const readers = [...streams]
        streams.clear()
        return readers
      })
    },
    startAll: () => {
      running = workers
    },
    sent: () => instances.reduce((sum, [first]) => sum + (first?.line.sent() ?? 0), 0),
  }
}
