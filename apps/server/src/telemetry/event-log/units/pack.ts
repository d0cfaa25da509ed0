import type { UnitBatch } from '../../../rules/units/unit-batch.ts'

export const eventWidth = 5
export const exposureWidth = 3

/** A batch as typed arrays, which can be transferred to a thread without copying. */
export type PackedUnits = Pick<UnitBatch, 'environmentId' | 'health' | 'seen' | 'experiments' | 'doubts' | 'once'> & {
  names: { name: string; attribute: string }[]
  units: BigInt64Array
  /** Five numbers for each event: the index of its name, its id, its time, its value or NaN, and 1 if a client sent it. */
  events: Float64Array
  experimentIds: string[]
  exposed: BigInt64Array
  /** Three numbers for each exposure: the index of its experiment, its variant and its time. */
  exposures: Float64Array
}

export const packUnits = ({ events, exposures, ...batch }: UnitBatch): PackedUnits => {
  const names = openIndexes((name: string, attribute: string) => ({ name, attribute }))
  const experimentIds = openIndexes((id: string) => id)
  const rows = new Float64Array(events.length * eventWidth)
  for (const [at, { name, attribute, id, atMs, value, isClient }] of events.entries()) {
    rows.set([names.of(name, attribute), id, atMs, value ?? Number.NaN, isClient ? 1 : 0], at * eventWidth)
  }
  const exposedRows = new Float64Array(exposures.length * exposureWidth)
  for (const [at, { experimentId, variant, atMs }] of exposures.entries()) {
    exposedRows.set([experimentIds.of(experimentId), variant, atMs], at * exposureWidth)
  }
  return {
    ...batch,
    names: names.all,
    units: BigInt64Array.from(events, ({ unit }) => unit),
    events: rows,
    experimentIds: experimentIds.all,
    exposed: BigInt64Array.from(exposures, ({ unit }) => unit),
    exposures: exposedRows,
  }
}

const openIndexes = <Parts extends readonly string[], One>(make: (...parts: Parts) => One) => {
  const all: One[] = []
  const known = new Map<string, number>()
  return {
    all,
    of: (...parts: Parts): number => {
      const key = parts.join('\0')
      const index = known.get(key) ?? all.push(make(...parts)) - 1
      known.set(key, index)
      return index
    },
  }
}
