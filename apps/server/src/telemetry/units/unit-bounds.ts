import { limits } from '@bunting/contract'
import type { UnitBatch, UnitEvent } from '../../rules/units/unit-batch.ts'
import { dayOf } from '../../rules/usage/days.ts'

const maxUnits = 500_000
const namesPerEnvironment = 1_000
const maxNames = 100_000

/**
 * Keeps one unit, and names that are invented, from taking all the room there is. Counted in memory: units that have done
 * little are forgotten where there are too many, and one that does much is soon counted again.
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
      // Events that a metric names are counted whatever else was invented.
      const named = new Set(batch.events.map(({ name }) => name))
      return {
        ...batch,
        events: batch.events.filter(isWithin),
        seen: batch.seen.filter(([name]) => named.has(name) || isListed(batch.environmentId, name)),
      }
    },
  }
}
