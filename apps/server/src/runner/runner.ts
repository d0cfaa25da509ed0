import type { Logger } from '../base/log.ts'
import { outageOf } from '../base/outage.ts'
import type { Due } from '../store/due.ts'
import type { DueKind } from '../store/schema-over-time.ts'
import type { Store } from '../store/store.ts'

/**
 * Does what is due of its kind and says in the same transaction when it is due next, or that it is not: whoever dies
 * half-way did nothing. What it does twice has to come to the same, for a lease may end while somebody is still at it.
 */
export type Job = (subject: string) => Promise<void>

export type Jobs = Partial<Record<DueKind, { run: Job; atOnce: number }>>

type RunnerDeps = {
  store: Pick<Store, 'due' | 'clock' | 'listen'>
  log: Logger
  jobs: Jobs
}

/** How long whoever takes something has it. */
const leaseUs = 60_000_000
/** After a failure it is tried again so much later. */
const againUs = 5_000_000
/** The clock may be set ahead at any time: it is looked at so often, and the database is not asked. */
const tickMs = 500
/** A signal may be lost: the database is asked so often whatever happens. */
const lookMs = 60_000

/**
 * Runs everything that is due, of which several processes do each thing once. It sleeps until the next is due, and wakes
 * when one is put in before it. Returns what stops it, and waits for what is under way.
 */
export const startRunner = ({ store, log, jobs }: RunnerDeps): (() => Promise<void>) => {
  const kinds = Object.keys(jobs) as DueKind[]
  if (kinds.length === 0) return async () => undefined
  const running = new Map<string, Promise<void>>()
  const counts = new Map<DueKind, number>()
  const outage = outageOf(log, {
    failing: 'what is due cannot be looked up; trying again',
    again: 'what is due is looked up again',
  })
  let stopped = false
  let looking: Promise<void> | undefined
  let isStale = true
  /** When the next is due by the database's clock, and what that said when it was asked. */
  let next = { atUs: 0, askedUs: 0, askedAt: 0, wallAt: 0 }

  const roomOf = (kind: DueKind): number => (jobs[kind]?.atOnce ?? 0) - (counts.get(kind) ?? 0)

  const run = ({ kind, subject }: Due): void => {
    const key = `${kind} ${subject}`
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const work = async (): Promise<void> => {
      try {
        await jobs[kind]?.run(subject)
      } catch (error) {
        if (!stopped) log.warn({ err: error, kind, subject }, 'what was due failed; it is tried again')
        await store.due.hold({ kind, subject }, (await store.clock.nowUs()) + againUs).catch(() => undefined)
      }
    }
    const done = work().finally(() => {
      counts.set(kind, (counts.get(kind) ?? 1) - 1)
      running.delete(key)
      wake()
    })
    running.set(key, done)
  }

  const look = async (): Promise<void> => {
    isStale = false
    const nowUs = await store.clock.nowUs()
    for (const kind of kinds) {
      const room = roomOf(kind)
      if (room <= 0) continue
      for (const due of await store.due.claim([kind], nowUs, leaseUs, room)) run(due)
    }
    const free = kinds.filter((kind) => roomOf(kind) > 0)
    const atUs = (await store.due.nextUs(free, nowUs, leaseUs)) ?? Number.POSITIVE_INFINITY
    next = { atUs, askedUs: nowUs, askedAt: performance.now(), wallAt: Date.now() }
  }

  const failed = (error: unknown): void => {
    outage.failed(error)
    next = { atUs: againUs, askedUs: 0, askedAt: performance.now(), wallAt: Date.now() }
  }

  const isDue = (): boolean => {
    const elapsedMs = performance.now() - next.askedAt
    // Where this process's clock leaps, so may the database's: it is asked.
    const leapMs = Math.abs(Date.now() - next.wallAt - elapsedMs)
    return elapsedMs >= lookMs || leapMs >= tickMs || next.askedUs + elapsedMs * 1_000 >= next.atUs
  }

  const wake = (): void => {
    isStale = true
    if (stopped || looking) return
    looking = (async () => {
      while (isStale && !stopped) await look().then(outage.worked, failed)
    })().finally(() => {
      looking = undefined
      plan()
    })
  }

  let timer: NodeJS.Timeout | undefined
  const plan = (): void => {
    clearTimeout(timer)
    if (stopped) return
    const leftMs = (next.atUs - next.askedUs) / 1_000 - (performance.now() - next.askedAt)
    timer = setTimeout(() => (isDue() ? wake() : plan()), Math.min(tickMs, Math.max(1, leftMs)))
  }

  const stopListening = store.listen((signal) => {
    if (signal === 'due') wake()
  })
  wake()

  return async () => {
    stopped = true
    stopListening()
    clearTimeout(timer)
    await looking
    await Promise.all(running.values())
  }
}
