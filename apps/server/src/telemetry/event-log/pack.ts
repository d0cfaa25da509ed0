import type { EventBatch, LoggedEvent } from '../../store/tables/event-log.ts'

/** What events are alike in: most of a batch are of a few series. */
export type Series = [
  environmentId: string,
  flagKey: string,
  flagId: string,
  value: string,
  reason: string,
  ruleId: string,
  sdkType: string,
  sdkVersion: string,
]

/** A batch in the form in which it costs least to hand to a thread. */
export type PackedBatch = {
  series: Series[]
  /** Of each event: the index of its series, when, and how many. */
  rows: Float64Array
  once: EventBatch['once']
}

export const rowWidth = 3

export const packBatch = ({ events, once }: EventBatch): PackedBatch => {
  const series: Series[] = []
  const alike = new Map<string, number[]>()
  const rows = new Float64Array(events.length * rowWidth)
  let at = 0
  for (const event of events) {
    rows[at++] = indexIn(series, alike, event)
    rows[at++] = event.evaluatedMs
    rows[at++] = event.count
  }
  return { series, rows, once }
}

/** Looked up by what differs most, then compared: cheaper than a key of everything. */
const indexIn = (series: Series[], alike: Map<string, number[]>, event: LoggedEvent): number => {
  const key = `${event.flagKey}\0${event.value}`
  const candidates = alike.get(key)
  const index = candidates?.find((one) => isOf(series[one] as Series, event))
  if (index !== undefined) return index
  const made = series.push(seriesOf(event)) - 1
  if (candidates) candidates.push(made)
  else alike.set(key, [made])
  return made
}

const isOf = (series: Series, event: LoggedEvent): boolean =>
  series[4] === event.reason &&
  series[5] === event.ruleId &&
  series[0] === event.environmentId &&
  series[2] === event.flagId &&
  series[6] === event.sdkType &&
  series[7] === event.sdkVersion

const seriesOf = (event: LoggedEvent): Series => [
  event.environmentId,
  event.flagKey,
  event.flagId,
  event.value,
  event.reason,
  event.ruleId,
  event.sdkType,
  event.sdkVersion,
]
