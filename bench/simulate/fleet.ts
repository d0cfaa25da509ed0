import { openReconnectPacing } from '../../apps/server/src/testing/reconnect-pacing.ts'
import type { Random } from '../support/random.ts'
import { type Core, type Line, openCore, openLine } from './core.ts'
import type { Options } from './options.ts'

/** A Delivery worker with its streams. */
export type Worker<Reader> = { core: Core; line: Line; streams: Set<Reader>; admit(atMs: number): number }

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

export type Shedding =
  /** All that come are let in. */
  | 'none'
  /** So many a second; all others are told to come back after the same time. */
  | 'same'
  /** The same, and each is told to come back when those before it are through. */
  | 'queue'

const sameSeconds = 10

/** Delivery's own: 0 lets one in, otherwise it is after how many seconds to come back. */
const pacing = (perSecond: number, shedding: Shedding): ((atMs: number) => number) => {
  let nowMs = 0
  const { ask } = openReconnectPacing(() => nowMs, perSecond)
  if (shedding === 'none') return () => 0
  return (atMs) => {
    nowMs = atMs
    const seconds = ask()
    return shedding === 'same' && seconds > 0 ? sameSeconds : seconds
  }
}

export const openFleet = <Reader>(options: Options, shedding: Shedding, random: Random): Fleet<Reader> => {
  const instances = Array.from({ length: options.instances }, () => {
    const line = openLine(options['megabits-a-second'])
    return Array.from(
      { length: options.cores },
      (): Worker<Reader> => ({
        core: openCore(),
        line,
        streams: new Set(),
        admit: pacing(options['opens-a-second'], shedding),
      }),
    )
  })
  const workers = instances.flat()
  let running = workers
  return {
    workers,
    pick: () => running[Math.floor(random.next() * running.length)],
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
