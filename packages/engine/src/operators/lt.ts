import { numberOperator } from './families/number.ts'

export const lt = numberOperator('lt', 'is less than', (actual, expected) => actual < expected)
