import { numberOperator } from './families/number.ts'

export const gt = numberOperator('gt', 'is greater than', (actual, expected) => actual > expected)
