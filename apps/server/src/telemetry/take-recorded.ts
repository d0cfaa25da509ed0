import type { RecordedBatch } from '../edge/edge.ts'
import type { EventLog } from '../store/event-log.ts'
import { eventsTaken } from './measure.ts'

/** Writes down what Delivery counted: a row stands for as many evaluations as were alike. Once, however often it comes. */
export const takeRecorded =
  (eventLog: Pick<EventLog, 'append'>) =>
  async ({ id, atMs, counts }: RecordedBatch): Promise<void> => {
    const events = counts.map((one) => ({ ...one, sdkType: 'edge', sdkVersion: '', evaluatedMs: atMs }))
    const before = await eventLog.append({ events, once: { scope: 'delivery', key: id, answer: '' } })
    const sum = counts.reduce((total, { count }) => total + count, 0)
    eventsTaken.inc({ outcome: before === undefined ? 'accepted' : 'repeated' }, sum)
  }
