import type { CompiledCondition } from './condition.ts'
import type { CompiledRule, CompiledRules } from './rule.ts'

/** The text of a function, and the values that its parameters `v0`, `v1`, … are to have. */
type Source = { readonly text: string; readonly values: readonly unknown[] }

const joins: ReadonlyMap<string, string> = new Map([
  ['AND', ' && '],
  ['OR', ' || '],
])

/**
 * Writes rules out as the function that evaluates them. Of what people configure only the names of attributes enter the
 * text, quoted as JSON: all else is a value, so that flags that differ in nothing else have the same text.
 */
export function sourceOf<Outcome>({ rules, byDefault }: CompiledRules<Outcome>): Source {
  const values: unknown[] = []
  const use = (value: unknown) => `v${values.push(value) - 1}`

  const conditionText = ({ condition, operator, plain, read, expected }: CompiledCondition) => {
    const actual = plain ? `attributes[${JSON.stringify(condition.attribute)}]` : `${use(read)}(context)`
    return `${operator.name}_(${actual}, ${use(expected)})`
  }

  const whenText = ({ conditionOperator, conditions }: CompiledRule<Outcome>) => {
    if (conditions.length === 0) return 'true'
    const join = joins.get(conditionOperator)
    return join === undefined ? 'false' : `(${conditions.map(conditionText).join(join)})`
  }

  const ruleText = (rule: CompiledRule<Outcome>) => {
    const answer = rule.rollout ? `rollOut(${use(rule.rollout)}, context)` : use(rule.outcome)
    return `if (${whenText(rule)} && (outcome = ${answer}) !== undefined) return outcome`
  }

  const lines = [
    'const attributes = context.attributes ?? none',
    'let outcome',
    ...rules.map(ruleText),
    `return ${use(byDefault)}`,
  ]
  const parameters = values.map((_, index) => `v${index}`).join(', ')
  return { text: `return (${parameters}) => (context) => {\n${lines.join('\n')}\n}`, values }
}
