import { numberOperator } from './families/number.ts'

export const gte = numberOperator('gte', 'is at least', (actual, expected) => actual >= expected)
