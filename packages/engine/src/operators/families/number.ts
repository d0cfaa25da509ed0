import { readNumber } from '../../number.ts'
import { comparisons } from './comparison.ts'

export const numberOperator = comparisons({
  takes: 'number',
  expected: readNumber,
  actual: readNumber,
  problem: 'must be a number, or a text that is one',
})
