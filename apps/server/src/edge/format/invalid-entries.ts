import { Counter } from 'prom-client'
import type { Logger } from '../../base/log.ts'
import { metrics } from '../../base/metrics.ts'

/** The kinds of entries that Bunting keeps in Redis, and in copies of it. */
type Kind = 'notice' | 'bundle' | 'flag' | 'key' | 'recorded' | 'tracked' | 'used' | 'marker'

/** An entry that is not in the format that Bunting writes: it counts as missing. */
export class InvalidEntry extends Error {}

/** Counts and logs an invalid entry. Returns an error for callers that cannot go on without the entry. */
export type ReportInvalid = (kind: Kind, problem: string) => InvalidEntry

const count = new Counter({
  name: 'bunting_edge_refused_total',
  help: 'What was found in Redis or in a copy of it in another form than Bunting writes, and skipped, by kind.',
  labelNames: ['kind'],
  registers: [metrics],
})

const throttleMs = 5 * 60_000

/** Logs each kind of invalid entry once in a while: a neighbour on a shared Redis could write endless ones. */
export const openInvalidReports = (log: Logger, nowMs: () => number = () => performance.now()): ReportInvalid => {
  const toldMs = new Map<Kind, number>()
  return (kind, problem) => {
    count.inc({ kind })
    const now = nowMs()
    if (now - (toldMs.get(kind) ?? Number.NEGATIVE_INFINITY) >= throttleMs) {
      toldMs.set(kind, now)
      log.warn({ kind, problem }, 'skipped what Bunting did not write: look at who else can write to this Redis')
    }
    return new InvalidEntry(`${kind}: ${problem}`)
  }
}
