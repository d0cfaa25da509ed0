import { setTimeout } from 'node:timers/promises'
import type { ExperimentId } from '@bunting/contract'
import type { Store } from '../../store/store.ts'
import type { UnitLog } from '../../store/tables/unit-log.ts'
import { foldSeconds, unitsFolded } from './measure.ts'
import type { Subject, Subjects } from './subjects.ts'

/** The shortest and the longest time until the next run. */
const shortestRestMs = 10_000
const longestRestMs = 60_000
/** A run ends after this, since its lease is a minute; the next run goes on. */
const turnMs = 30_000
/** The pause between two chunks, which leaves the processor to requests. */
const pieceRestMs = 5
/** How long units are kept after an experiment was stopped. */
const keepUnitsMs = 30 * 24 * 60 * 60 * 1_000

export const foldKind = 'experiment.fold'

export type FoldDeps = {
  store: Pick<Store, 'due'>
  unitLog: UnitLog
  subjects: Subjects
  nowMs: () => number
}

/** Counts the matured units of an experiment, and sets the time of the next run. */
export const foldExperiment =
  (deps: FoldDeps) =>
  async (subjectId: string, signal?: AbortSignal): Promise<void> => {
    const { store, unitLog, subjects, nowMs } = deps
    const id = subjectId as ExperimentId
    const due = { kind: foldKind, subject: id } as const
    const subject = await subjects.find(id)
    if (!subject) return store.due.remove(due)
    // A process may learn of the stop up to a second later, and have taken exposures meanwhile.
    if (subject.stoppedMs !== null) await unitLog.removeExposedAfter(id, subject.stoppedMs)
    const { isThrough } = await foldAll(deps, subject, signal)
    if (!isThrough) return store.due.set(due, nowMs() * 1_000)
    const next = await unitLog.nextMaturesMs(id, subject.metrics)
    const restMs = await restOf(deps, subject, next)
    if (restMs === undefined) return store.due.remove(due)
    await store.due.set(due, (nowMs() + restMs) * 1_000)
  }

/** Counts in chunks, each in one transaction. */
const foldAll = async ({ unitLog, nowMs }: FoldDeps, { id, metrics }: Subject, signal: AbortSignal | undefined) => {
  const startedMs = performance.now()
  for (;;) {
    if (signal?.aborted || performance.now() - startedMs > turnMs) return { isThrough: false }
    const units = await unitLog.fold(id, metrics, nowMs())
    unitsFolded.inc(units)
    if (units === 0) break
    await setTimeout(pieceRestMs)
  }
  foldSeconds.observe((performance.now() - startedMs) / 1_000)
  return { isThrough: true }
}

/** The time until the next run; undefined if there is nothing left to do. */
const restOf = async (deps: FoldDeps, subject: Subject, nextMs: number | undefined): Promise<number | undefined> => {
  const nowMs = deps.nowMs()
  const { stoppedMs } = subject
  if (stoppedMs === null || nextMs !== undefined) {
    const atMs = Math.min(nextMs ?? Number.POSITIVE_INFINITY, nowMs + longestRestMs)
    return Math.max(atMs - nowMs, shortestRestMs)
  }
  if (nowMs < stoppedMs + keepUnitsMs) return stoppedMs + keepUnitsMs - nowMs
  await deps.unitLog.removeUnits(subject.id)
  return undefined
}
