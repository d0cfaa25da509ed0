import { readInstant, readIsoInstant } from '../../instant.ts'
import { comparisons } from './comparison.ts'

export const instantOperator = comparisons({
  takes: 'instant',
  expected: readIsoInstant,
  actual: readInstant,
  problem: 'must be an ISO 8601 instant such as 2026-01-31T12:00:00Z, or a date',
})
