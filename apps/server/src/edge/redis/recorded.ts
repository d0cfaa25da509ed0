import type { Logger } from '../../base/log.ts'
import type { Edge } from '../edge.ts'
import type { ReportInvalid } from '../format/invalid-entries.ts'
import { recordedIn } from '../format/recorded-in.ts'
import type { RedisClient } from './connect.ts'
import { pushTo, takeFrom, type WaitingList } from './waiting-list.ts'

const list: WaitingList = {
  key: 'bunting:recorded',
  kind: 'recorded',
  name: 'recorded evaluations',
  maxBatches: 10_000,
}

/** Delivery's counts wait in a list; a batch that is taken twice counts once, by its id. */
export const recordedThrough = (
  commands: RedisClient,
  log: Logger,
  reportInvalid: ReportInvalid,
  restMs: number,
): Pick<Edge, 'record' | 'onRecorded'> => {
  const push = pushTo(commands, list)
  return {
    record: (batch) => push(JSON.stringify(batch)),
    onRecorded: (take) =>
      takeFrom(commands, list, { log, reportInvalid, restMs }, async (text) => {
        const found = recordedIn(text, Date.now())
        if (typeof found === 'string') {
          reportInvalid('recorded', found)
          return
        }
        for (let skipped = 0; skipped < found.skipped; skipped++) {
          reportInvalid('recorded', 'a count in a batch is not a count')
        }
        if (found.batch.counts.length > 0) await take(found.batch)
      }),
  }
}
