import { giveTurn } from '../base/give-turn.ts'
import type { Logger } from '../base/log.ts'
import { dueLateSeconds } from '../base/metrics.ts'
import { outageOf } from '../base/outage.ts'
import { withTimeout } from '../base/with-timeout.ts'
import { type Due, longestLeaseUs, type Taken } from '../store/core/due.ts'
import type { DueKind } from '../store/core/schema-over-time.ts'
import type { Store } from '../store/store.ts'
import { openAlarm } from './alarm.ts'
import { openFailures } from './failures.ts'

/**
 * Does the work of one subject, and sets in the same transaction when it is due next, if ever: a process that dies half-way
 * has done nothing. It must be idempotent, since a lease may end while the work is still under way. Long work ends when
 * the signal says that the process stops.
 */
type Job = (subject: string, signal: AbortSignal) => Promise<void>

type KindOfJob = {
  run: Job
  /** The most subjects that are worked on at once. */
  atOnce: number
  /** The lease of a job, and so the delay after the death of the process that took it; a minute by default. */
  leaseMs?: number
}

export type Jobs = Partial<Record<DueKind, KindOfJob>>

export type Runner = {
  /** Looks for due work at once. */
  wake(): void
  /** Waits for the work under way, up to the timeout. */
  close(): Promise<void>
}

type RunnerDeps = {
  store: Pick<Store, 'due' | 'clock' | 'listen'>
  log: Logger
  jobs: Jobs
  /** How long `close` waits for the work under way. */
  stopTimeoutMs?: number
}

/** How often the database is asked in any case: a signal may be lost, or its clock may leap. */
const lookMs = 15_000
/** The delay after a failed look-up, or after another process held the work. */
const againMs = 1_000
const busyMs = 50
/** The delay after new work was announced: its request is answered first, and several are fetched together. */
const soonMs = 50

/**
 * Runs all work that is due; of several processes one does each piece. It sleeps until the next piece is due, and wakes
 * early when an earlier one is added.
 */
export const startRunner = ({ store, log, jobs, stopTimeoutMs = 5_000 }: RunnerDeps): Runner => {
  const kinds = Object.keys(jobs) as DueKind[]
  const running = new Map<string, { kind: DueKind; done: Promise<void> }>()
  const failures = openFailures(log)
  const outage = outageOf(log, {
    failing: 'what is due cannot be looked up; trying again',
    again: 'what is due is looked up again',
  })
  const stopping = new AbortController()
  let looking: Promise<void> | undefined
  let isStale = false

  const roomOf = (kind: DueKind): number => {
    const taken = running.values().filter((one) => one.kind === kind)
    return (jobs[kind]?.atOnce ?? 0) - [...taken].length
  }

  const work = async (due: Due): Promise<void> => {
    // With the embedded database nothing else would get a turn between two pieces.
    await giveTurn()
    // Claimed while this process began to stop, so another process runs it.
    if (stopping.signal.aborted) return giveBack(due, stopping.signal.reason)
    try {
      await jobs[due.kind]?.run(due.subject, stopping.signal)
      failures.forget(due)
    } catch (error) {
      await giveBack(due, error)
    }
  }

  const giveBack = async (due: Due, error: unknown): Promise<void> => {
    try {
      if (stopping.signal.aborted) return await store.due.hold(due, 0)
      const pauseUs = failures.pauseUs(due, error)
      await store.due.hold(due, (await store.clock.nowUs()) + pauseUs)
    } catch {
      // The lease ends by itself.
    }
  }

  const letGo = async (due: Due): Promise<void> => {
    // If this fails, the lease ends by itself.
    await store.due.hold(due, 0).catch(() => undefined)
    wake()
  }

  const run = (due: Taken, nowUs: number): void => {
    const key = `${due.kind} ${due.subject}`
    const before = running.get(key)
    // The same work is still under way here: its lease ended, or it was added again. It is free once that is done.
    if (before) {
      before.done.then(() => letGo(due))
      return
    }
    if (due.atUs > 0) dueLateSeconds.observe({ kind: due.kind }, (nowUs - due.atUs) / 1_000_000)
    const done = work(due).finally(() => {
      running.delete(key)
      wake()
    })
    running.set(key, { kind: due.kind, done })
  }

  const look = async (): Promise<void> => {
    const nowUs = await store.clock.nowUs()
    const free = kinds.filter((kind) => roomOf(kind) > 0)
    const next = await store.due.next(free, nowUs)
    const due = next.filter(({ atUs }) => atUs <= nowUs)
    for (const { kind } of due) {
      const leaseUs = Math.min((jobs[kind]?.leaseMs ?? Number.POSITIVE_INFINITY) * 1_000, longestLeaseUs)
      for (const taken of await store.due.claim(kind, nowUs, leaseUs, roomOf(kind))) {
        // There may be more, and the next due time has to be read.
        isStale = true
        run(taken, nowUs)
      }
    }
    const leftMs = Math.min(...next.map(({ atUs }) => (atUs - nowUs) / 1_000))
    alarm.set(due.length > 0 ? busyMs : Math.min(leftMs, lookMs))
  }

  const lookUntilFresh = async (): Promise<void> => {
    while (isStale && !stopping.signal.aborted) {
      isStale = false
      await look().then(outage.worked, (error: unknown) => {
        outage.failed(error)
        alarm.set(againMs)
      })
    }
    looking = undefined
  }

  const wake = (): void => {
    isStale = true
    if (!stopping.signal.aborted) looking ??= lookUntilFresh()
  }

  let soon: NodeJS.Timeout | undefined
  const wakeSoon = (): void => {
    soon ??= setTimeout(() => {
      soon = undefined
      wake()
    }, soonMs)
  }

  const alarm = openAlarm(wake)
  const stopListening = store.listen((signal) => {
    if (signal === 'due') wakeSoon()
  })
  wake()

  const finish = async (): Promise<void> => {
    await looking
    await Promise.all(running.values().map(({ done }) => done))
  }

  return {
    wake,
    close: async () => {
      stopping.abort()
      stopListening()
      clearTimeout(soon)
      // Unfinished work is done by the next process, since each piece is done whole or not at all.
      await withTimeout(stopTimeoutMs, finish()).catch(() => undefined)
      alarm.clear()
    },
  }
}
