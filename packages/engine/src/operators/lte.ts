import { numberOperator } from './families/number.ts'

export const lte = numberOperator('lte', 'is at most', (actual, expected) => actual <= expected)
