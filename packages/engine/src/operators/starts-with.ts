import { textsOperator } from './families/texts.ts'

export const startsWith = textsOperator('starts_with', 'starts with', (text, wanted) => text.startsWith(wanted))
