import { instantOperator } from './families/instant.ts'

export const after = instantOperator('after', 'is after', (actual, expected) => actual > expected)
