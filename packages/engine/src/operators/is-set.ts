import { textOf } from '../values/text.ts'
import { noValueOperator } from './families/none.ts'

export const isSet = noValueOperator('is_set', 'is set', (actual) => textOf(actual) !== undefined)
