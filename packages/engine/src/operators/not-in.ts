import { textOf } from '../values/text.ts'
import { listOperator } from './families/list.ts'

export const notIn = listOperator('not_in', 'is none of', (actual, expected) => {
  const text = textOf(actual)
  return text !== undefined && !expected.has(text)
})
