import type { RecordedBatch } from '../edge/edge.ts'
import type { Intake } from './intake.ts'
import { evaluationsRefused, eventsTaken } from './measure.ts'

/** Stores the evaluations that Delivery counted: one row for each group of equal ones. A repeated batch is ignored. */
export const takeRecorded =
  (intake: Intake) =>
  async ({ id, atMs, counts }: RecordedBatch): Promise<void> => {
    const full = await intake.full(new Set(counts.map(({ environmentId }) => environmentId)), 'server')
    const taken = counts.filter(({ environmentId }) => !full.has(environmentId))
    const events = taken.map((one) => ({ ...one, sdkType: 'edge', sdkVersion: '', evaluatedMs: atMs }))
    const before = await intake.append({ events, once: { scope: 'delivery', key: id, answer: '' } }, 'server')
    const sum = sumOf(taken)
    eventsTaken.inc({ outcome: before === undefined ? 'accepted' : 'repeated' }, sum)
    if (before === undefined) evaluationsRefused.inc({ reason: 'bytes_of_day' }, sumOf(counts) - sum)
  }

const sumOf = (counts: RecordedBatch['counts']): number => counts.reduce((total, { count }) => total + count, 0)
