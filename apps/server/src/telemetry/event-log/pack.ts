import type { EventBatch, LoggedEvent } from '../../store/tables/event-log.ts'

/** The fields that similar events share: most events of a batch belong to a few series. */
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

/** A batch in the form that is cheapest to pass to a thread. */
export type PackedBatch = {
  series: Series[]
  /** For each event: the index of its series, its time, and its count. */
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

/** Looks up candidates by the fields that differ most, then compares them: cheaper than a key of all fields. */
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
