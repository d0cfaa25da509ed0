import { textsOperator } from './families/texts.ts'

export const contains = textsOperator('contains', 'contains', (text, wanted) => text.includes(wanted))
