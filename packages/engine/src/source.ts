import type { CompiledCondition } from './condition.ts'
import { inlineText } from './inline.ts'
import type { CompiledRule, CompiledRules } from './rule.ts'

/** The text of a function, and the values that its parameters `v0`, `v1`, … are to have. */
type Source = { readonly text: string; readonly values: readonly unknown[] }

const joins: ReadonlyMap<string, string> = new Map([
  ['AND', ' && '],
  ['OR', ' || '],
])

/**
 * Writes rules out as the function that evaluates them. Of what people configure only the names of attributes, quoted as
 * JSON, and numbers enter the text: all else is a value, so that flags that differ in nothing else have the same text.
 */
export function sourceOf<Outcome>({ rules, byDefault }: CompiledRules<Outcome>): Source {
  /** The same value is the same parameter, so that nothing is compared twice. */
  const values = new Map<unknown, string>()
  const use = (value: unknown) => nameIn(values, 'v', value)
  /** Each attribute is read once. */
  const attributes = new Map<string, string>()
  const read = (name: string) => nameIn(attributes, 'a', name)

  const conditionText = ({ condition, operator, plain, read: readOther, expected }: CompiledCondition) => {
    const actual = plain ? read(condition.attribute) : `${use(readOther)}(context)`
    const call = () => `${operator.name}_(${actual}, ${use(expected)})`
    return (plain && inlineText(operator.name, expected, actual, use, call)) || call()
  }

  const whenText = ({ conditionOperator, conditions }: CompiledRule<Outcome>) => {
    if (conditions.length === 0) return 'true'
    const join = joins.get(conditionOperator)
    return join === undefined ? 'false' : `(${conditions.map(conditionText).join(join)})`
  }

  const ruleText = (rule: CompiledRule<Outcome>) => {
    if (!rule.rollout) return rule.outcome === undefined ? '' : `if (${whenText(rule)}) return ${use(rule.outcome)}`
    return `if (${whenText(rule)} && (outcome = rollOut(${use(rule.rollout)}, context)) !== undefined) return outcome`
  }

  const ruleTexts = rules.map(ruleText)
  const lines = [
    'const attributes = context.attributes ?? none',
    ...Array.from(attributes, ([name, local]) => `const ${local} = attributes[${JSON.stringify(name)}]`),
    'let outcome',
    ...ruleTexts,
    `return ${use(byDefault)}`,
  ]
  const parameters = [...values.values()].join(', ')
  return { text: `return (${parameters}) => (context) => {\n${lines.join('\n')}\n}`, values: [...values.keys()] }
}

function nameIn<Key>(names: Map<Key, string>, letter: string, key: Key): string {
  const name = names.get(key) ?? `${letter}${names.size}`
  names.set(key, name)
  return name
}
