import type { Comparison, CompiledCondition, Membership } from './condition.ts'
import type { Asking } from './generate.ts'
import { few, inlineText } from './inline.ts'
import type { Node } from './node.ts'
import type { CompiledPrerequisite } from './prerequisite.ts'
import type { CompiledRule, CompiledRules } from './rule.ts'
import type { Ask } from './turn.ts'

/** The text of a function, and the values that its parameters `v0`, `v1`, … are to have. */
type Source = { readonly text: string; readonly values: readonly unknown[] }

const joins: ReadonlyMap<string, string> = new Map([
  ['AND', ' && '],
  ['OR', ' || '],
])

/**
 * Writes rules out as the function that evaluates them. Of what people configure only the names of attributes, quoted as
 * JSON, and numbers enter the text: all else is a value, so that flags that differ in nothing else have the same text.
 * A context with a list in an attribute is rare, and goes to `interpreted`.
 */
export function sourceOf<Outcome>(
  { prerequisites, rules, byDefault }: CompiledRules<Outcome>,
  asking: Asking,
  interpreted: Ask<Outcome>,
): Source {
  /** The same value is the same parameter, so that nothing is compared twice. */
  const values = new Map<unknown, string>()
  const use = (value: unknown) => nameIn(values, 'v', value)
  /** Each attribute is read once. */
  const attributes = new Map<string, string>()
  const others = new Map<string, string>()

  const read = ({ plain, condition, read: readOther }: Comparison): string =>
    plain
      ? nameIn(attributes, 'a', `attributes[${JSON.stringify(condition.attribute)}]`)
      : nameIn(others, 'b', `${use(readOther)}(context)`)

  const comparisonText = (comparison: Comparison): string => {
    const { condition, operator, expected } = comparison
    const actual = condition.ignoreCase ? `fold(${read(comparison)})` : read(comparison)
    const call = () => `${operator.name}_(${actual}, ${use(expected)})`
    return (!condition.ignoreCase && inlineText(operator.name, expected, actual, use, call)) || call()
  }

  const askText = (node: Node<unknown>) => `${use(asking === 'once' ? node.ask : node.askAnew)}(context, turn)`

  const membershipText = ({ segments, negated }: Membership): string => {
    if (segments.length === 0) return 'false'
    const any = `(${segments.map(askText).join(' || ')})`
    return negated ? `!${any}` : any
  }

  const conditionText = (condition: CompiledCondition): string => {
    if (condition.kind === 'comparison') return comparisonText(condition)
    if (condition.kind === 'membership') return membershipText(condition)
    const members = condition.members.map(conditionText)
    if (condition.name === 'all') return `(${members.join(' && ')})`
    const any = `(${members.join(' || ')})`
    return condition.name === 'any' ? any : `!${any}`
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

  const prerequisiteText = ({ parent, met, unmet }: CompiledPrerequisite<Outcome>) => {
    if (parent === undefined || met.size === 0) return `return ${use(unmet)}`
    const ask = `outcome = ${askText(parent)}`
    if (met.size > few) return `${ask}\nif (!${use(met)}.has(outcome)) return ${use(unmet)}`
    const isUnmet = Array.from(met, (each) => `outcome !== ${use(each)}`).join(' && ')
    return `${ask}\nif (${isUnmet}) return ${use(unmet)}`
  }

  const ruleTexts = rules.map(ruleText)
  const locals = [...attributes, ...others]
  const isList = locals.map(([, name]) => `(typeof ${name} === 'object' && ${name} !== null)`).join(' || ')
  const lines = [
    'let outcome',
    ...prerequisites.map(prerequisiteText),
    ...(attributes.size > 0 ? ['const attributes = context.attributes ?? none'] : []),
    ...locals.map(([text, name]) => `const ${name} = ${text}`),
    ...(isList === '' ? [] : [`if (${isList}) return ${use(interpreted)}(context, turn)`]),
    ...ruleTexts,
    `return ${use(byDefault)}`,
  ]
  const parameters = [...values.values()].join(', ')
  return { text: `return (${parameters}) => (context, turn) => {\n${lines.join('\n')}\n}`, values: [...values.keys()] }
}

function nameIn<Key>(names: Map<Key, string>, letter: string, key: Key): string {
  const name = names.get(key) ?? `${letter}${names.size}`
  names.set(key, name)
  return name
}
