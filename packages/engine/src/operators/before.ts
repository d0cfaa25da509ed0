import { instantOperator } from './families/instant.ts'

export const before = instantOperator('before', 'is before', (actual, expected) => actual < expected)
