import { textsOperator } from './families/texts.ts'

export const notContains = textsOperator(
  'not_contains',
  'does not contain',
  (text, wanted) => text.includes(wanted),
  false,
)
