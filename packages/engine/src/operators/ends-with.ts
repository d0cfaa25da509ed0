import { textsOperator } from './families/texts.ts'

export const endsWith = textsOperator('ends_with', 'ends with', (text, wanted) => text.endsWith(wanted))
