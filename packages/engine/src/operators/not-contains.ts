import { anywhere } from '../substring-search/find-texts.ts'
import { textsOperator } from './families/texts.ts'

export const notContains = textsOperator('not_contains', 'does not contain', anywhere, false)
