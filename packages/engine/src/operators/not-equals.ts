import { textOf } from '../values/text.ts'
import { oneValueOperator } from './families/one.ts'

export const notEquals = oneValueOperator('not_equals', 'is not', (actual, expected) => {
  const text = textOf(actual)
  return text !== undefined && text !== expected
})
