import { isPlain, type Read, readAttribute } from './attribute.ts'
import { findOperator } from './operators/index.ts'
import type { Operator, Test } from './operators/operator.ts'
import { textOf } from './text.ts'
import type { Condition, ConditionValue } from './types.ts'

export type CompiledCondition = {
  condition: Condition
  read: Read
  test: Test
  /** Whether `read` is `context.attributes?.[condition.attribute]` and nothing else. */
  plain: boolean
  /** The text that `test` looks for, where it does nothing else. */
  text: string | undefined
}

const never: Test = () => false

export function compileCondition(condition: Condition): CompiledCondition {
  const operator = findOperator(condition.operator)
  const value = condition.value as ConditionValue
  // A bundle may come from a newer server: what this one cannot read does not match, and does not stop the rest.
  const readable = operator?.problem(value) === undefined ? operator : undefined
  return {
    condition,
    read: compileRead(condition.attribute, operator),
    test: readable?.compile(value) ?? never,
    plain: isPlain(condition.attribute) && !operator?.orElse,
    text: readable?.text?.(value),
  }
}

function compileRead(attribute: string, operator: Operator | undefined): Read {
  const read = readAttribute(attribute)
  const field = operator?.orElse
  if (!field) return read
  return (context) => {
    const value = read(context)
    return textOf(value) === undefined ? context[field] : value
  }
}
