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
 * Does what is due of its kind and says in the same transaction when it is due next, or that it is not: whoever dies
 * half-way did nothing. What it does twice has to come to the same, for a lease may end while somebody is still at it.
 * The signal says that the process stops: what takes long ends then.
 */
type Job = (subject: string, signal: AbortSignal) => Promise<void>

type KindOfJob = {
  run: Job
  /** How many subjects at once. */
  atOnce: number
  /** How long whoever takes something has it, and so how much later it is done where they die; a minute unless said. */
  leaseMs?: number
}

export type Jobs = Partial<Record<DueKind, KindOfJob>>

export type Runner = {
  /** Has it look at once. */
  wake(): void
  /** Waits for what is under way, but not for long. */
  close(): Promise<void>
}

type RunnerDeps = {
  store: Pick<Store, 'due' | 'clock' | 'listen'>
  log: Logger
  jobs: Jobs
  /** What is under way when the process stops has so long. */
  stopTimeoutMs?: number
}

/** The database is asked so often whatever happens: a signal may be lost, and its clock may leap. */
const lookMs = 15_000
/** What failed to be looked up, or was another's while it was asked for, is looked for so much later. */
const againMs = 1_000
const busyMs = 50
/** What is put in is looked for a moment later: whoever put it in is answered first, and many are looked for at once. */
const soonMs = 50

/**
 * Runs everything that is due, of which several processes do each thing once. It sleeps until the next is due, and wakes
 * when one is put in before it.
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
    // Where the database is in the process, nothing else would have its turn between one and the next.
    await giveTurn()
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
    // Where that fails the lease ends by itself.
    await store.due.hold(due, 0).catch(() => undefined)
    wake()
  }

  const run = (due: Taken, nowUs: number): void => {
    const key = `${due.kind} ${due.subject}`
    const before = running.get(key)
    // Its lease ended while it is under way here, or it was put in again right before it ends: after that it is free.
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
        // There may be more, and what comes after is to be known.
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
      // What does not end now is done by whoever starts next: it is done whole, or not at all.
      await withTimeout(stopTimeoutMs, finish()).catch(() => undefined)
      alarm.clear()
    },
  }
}
