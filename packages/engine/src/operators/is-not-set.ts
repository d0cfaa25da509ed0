import { textOf } from '../values/text.ts'
import { noValueOperator } from './families/none.ts'

export const isNotSet = noValueOperator('is_not_set', 'is not set', (actual) => textOf(actual) === undefined)
