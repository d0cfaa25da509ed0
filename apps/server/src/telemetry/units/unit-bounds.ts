import { limits } from '@bunting/contract'
import type { UnitBatch, UnitEvent } from '../../rules/units/unit-batch.ts'
import { dayOf } from '../../rules/usage/days.ts'

const maxUnits = 500_000
const namesPerEnvironment = 1_000
const maxNames = 100_000

/**
 * Limits the events of one unit, and the number of invented event names. Counted in memory: if there are too many units,
 * those with few events are dropped first. A busy unit soon reaches its limit again.
 */
export const openUnitBounds = (maxEvents: number = limits.unitEvents) => {
  const events = new Map<string, number>()
  const names = new Map<string, Set<string>>()
  let nameCount = 0

  const isWithin = ({ name, unit, atMs }: UnitEvent): boolean => {
    const key = `${unit} ${dayOf(atMs)} ${name}`
    const count = (events.get(key) ?? 0) + 1
    if (events.size >= maxUnits) for (const [one, few] of events) if (few < maxEvents / 2) events.delete(one)
    if (events.size >= maxUnits) events.clear()
    events.set(key, count)
    return count <= maxEvents
  }

  const isListed = (environmentId: string, name: string): boolean => {
    if (nameCount >= maxNames) {
      names.clear()
      nameCount = 0
    }
    const known = names.get(environmentId) ?? new Set()
    names.set(environmentId, known)
    if (known.has(name)) return true
    if (known.size >= namesPerEnvironment) return false
    known.add(name)
    nameCount++
    return true
  }

  return {
    within: (batch: UnitBatch): UnitBatch => {
      // Names that a metric has are always counted, however many others were invented.
      const named = new Set(batch.events.map(({ name }) => name))
      return {
        ...batch,
        events: batch.events.filter(isWithin),
        seen: batch.seen.filter(([name]) => named.has(name) || isListed(batch.environmentId, name)),
      }
    },
  }
}
