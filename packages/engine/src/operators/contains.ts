import { anywhere } from '../substring-search/find-texts.ts'
import { textsOperator } from './families/texts.ts'

export const contains = textsOperator('contains', 'contains', anywhere)
