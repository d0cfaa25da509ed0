import { isPlain, type Read, readAttribute } from './attribute.ts'
import { findOperator } from './operators/index.ts'
import type { Operator } from './operators/operator.ts'
import { textOf } from './text.ts'
import type { Condition, ConditionValue } from './types.ts'

export type CompiledCondition = {
  readonly condition: Condition
  readonly read: Read
  /** Whether `read` is `context.attributes?.[condition.attribute]` and nothing else. */
  readonly plain: boolean
  readonly operator: Pick<Operator, 'name' | 'holds'>
  readonly expected: unknown
}

/** Stands for an operator or a value that cannot be read: it never matches. */
export const never: CompiledCondition['operator'] = { name: 'never', holds: () => false }

export function compileCondition(condition: Condition): CompiledCondition {
  const operator = findOperator(condition.operator)
  const value = condition.value as ConditionValue
  // A bundle may come from a newer server: what this one cannot read does not match, and does not stop the rest.
  const readable = operator?.problem(value) === undefined ? operator : undefined
  return {
    condition,
    read: compileRead(condition.attribute, operator),
    plain: isPlain(condition.attribute) && !operator?.orElse,
    operator: readable ?? never,
    expected: readable?.prepare(value),
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
