import { atStart } from '../substring-search/find-texts.ts'
import { textsOperator } from './families/texts.ts'

export const startsWith = textsOperator('starts_with', 'starts with', atStart)
