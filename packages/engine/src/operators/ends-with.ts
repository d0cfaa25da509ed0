import { atEnd } from '../substring-search/find-texts.ts'
import { textsOperator } from './families/texts.ts'

export const endsWith = textsOperator('ends_with', 'ends with', atEnd)
