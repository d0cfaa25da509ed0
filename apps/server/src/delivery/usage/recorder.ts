import { randomUUID } from 'node:crypto'
import type { Logger } from '../../base/log.ts'
import { outageOf } from '../../base/outage.ts'
import { withTimeout } from '../../base/with-timeout.ts'
import type { Edge, EdgeKey, RecordedBatch, RecordedCount } from '../../edge/edge.ts'
import { countedAs } from '../../rules/configs/counted-value.ts'
import { possibleFlagKey, unknownFlag } from '../../rules/configs/flag-keys.ts'
import type { DeliveredFlag } from '../bundle/compiled-bundle.ts'
import type { Outcome } from '../bundle/outcome.ts'
import { gaugeOf, recordedDropped } from '../metrics/measure.ts'
import { openFlushWindow } from './flush-window.ts'

/** Counts one answer. */
export type RecordAnswer = (caller: EdgeKey, flagKey: string, flag: DeliveredFlag | undefined, outcome: Outcome) => void

export type Recorder = {
  record: RecordAnswer
  /** Sends everything counted so far to the edge. */
  flush(): Promise<boolean>
  close(): Promise<void>
}

const timeoutMs = 5_000
const maxCounts = 20_000
const countsInBatch = 1_000
const maxWaiting = 200
/** The most unknown keys counted for an environment in a window: they may be flags, but callers can invent keys. */
const maxNotFound = 1_000

/**
 * Counts answers in memory. The outcomes of a flag are prepared when its bundle arrives, so counting one is a lookup
 * and an addition. Counts that cannot be sent are kept up to a limit; those dropped beyond it are counted in a metric.
 */
export const openRecorder = ({ edge, log }: { edge: Edge; log: Logger }): Recorder => {
  let counts = new Map<Outcome | string, RecordedCount>()
  let notFound = new Map<string, number>()
  let waiting: RecordedBatch[] = []
  const outage = outageOf(log, {
    failing: 'recorded evaluations are not taken now; they are kept and tried again',
    again: 'recorded evaluations are taken again',
  })
  gaugeOf(
    'bunting_delivery_recorded_waiting',
    'Batches of recorded evaluations to be handed over.',
    () => waiting.length,
  )

  const begin = (
    key: Outcome | string,
    caller: EdgeKey,
    flagKey: string,
    flagId: string,
    { result }: Outcome,
  ): void => {
    if (counts.size >= maxCounts) {
      recordedDropped.inc()
      return
    }
    const { value, variant, reason, ruleId = '' } = result
    const { environmentId } = caller
    counts.set(key, { environmentId, flagKey, flagId, value: countedAs(value, variant), reason, ruleId, count: 1 })
  }

  /** The key under which a flag is counted that was not found. */
  const keyOfNotFound = ({ environmentId }: EdgeKey, flagKey: string): string => {
    if (!possibleFlagKey.test(flagKey)) return unknownFlag
    if (counts.has(`${environmentId} ${flagKey}`)) return flagKey
    const others = notFound.get(environmentId) ?? 0
    if (others >= maxNotFound) return unknownFlag
    notFound.set(environmentId, others + 1)
    return flagKey
  }

  /** Turns the counts into batches, each with an id under which it counts once however often it is sent. */
  const endWindow = (atMs: number): void => {
    const all = [...counts.values()]
    counts = new Map()
    notFound = new Map()
    for (let at = 0; at < all.length; at += countsInBatch) {
      waiting.push({ id: randomUUID(), atMs, counts: all.slice(at, at + countsInBatch) })
    }
    for (const { counts: dropped } of waiting.splice(maxWaiting)) {
      recordedDropped.inc(dropped.reduce((sum, { count }) => sum + count, 0))
    }
  }

  const send = async (): Promise<void> => {
    for (let batch = waiting[0]; batch; batch = waiting[0]) {
      // A batch that arrives twice, after a timeout, counts once.
      await withTimeout(timeoutMs, edge.record(batch))
      waiting = waiting.filter((one) => one !== batch)
    }
  }

  return {
    ...openFlushWindow({ onEnd: endWindow, send: () => outage.watch(send) }),
    record: (caller, asked, flag, outcome) => {
      const flagKey = flag ? asked : keyOfNotFound(caller, asked)
      // The outcome of an unknown flag is a new object each time, so it cannot be the key.
      const key = flag ? outcome : `${caller.environmentId} ${flagKey}`
      const known = counts.get(key)
      if (known) known.count += 1
      else begin(key, caller, flagKey, flag?.id ?? '', outcome)
    },
  }
}
