import { textOf } from '../values/text.ts'
import { listOperator } from './families/list.ts'

export const isIn = listOperator('in', 'is one of', (actual, expected) => expected.has(textOf(actual)))
