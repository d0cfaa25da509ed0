import { hasText } from '../text.ts'
import { oneValueOperator } from './families/one.ts'

export const equals = oneValueOperator('equals', 'is', hasText)
