import { hasText } from '../values/text.ts'
import { oneValueOperator } from './families/one.ts'

export const equals = oneValueOperator('equals', 'is', hasText)
