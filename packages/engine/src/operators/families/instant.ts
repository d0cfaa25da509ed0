import { readIsoInstant } from '../../values/instant.ts'
import { comparisons } from './comparison.ts'

export const instantOperator = comparisons({
  takes: 'instant',
  read: readIsoInstant,
  // Numbers are epoch milliseconds.
  ofNumber: { in: 'attribute', value: (number) => number },
  problem: 'must be an ISO 8601 instant such as 2026-01-31T12:00:00Z, or a date',
  cost: (text) => 1_500 + 5 * text.length,
  readCost: 8_000,
})
