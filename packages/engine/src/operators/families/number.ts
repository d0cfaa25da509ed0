import { readNumber } from '../../values/number.ts'
import { comparisons } from './comparison.ts'

export const numberOperator = comparisons({
  takes: 'number',
  read: readNumber,
  ofNumber: { in: 'both', value: (number) => number },
  problem: 'must be a number, or a text that is one',
  cost: (text) => 100 + 5 * text.length,
  readCost: 8_000,
})
