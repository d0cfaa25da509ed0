import type { Comparison, CompiledCondition, Membership } from '../compile/condition.ts'
import { areHashed, type IdLists } from '../compile/id-lists.ts'
import type { CompiledPrerequisite } from '../compile/prerequisite.ts'
import type { CompiledRule, CompiledRules } from '../compile/rule.ts'
import { few, inlineText } from './codegen-inline.ts'
import type { Asking, Node } from './node.ts'

/** The body of a function, and the arguments of its parameters: the values, then the functions that ask the nodes. */
export type Source = {
  readonly body: string
  readonly parameters: string
  readonly values: readonly unknown[]
  readonly nodes: readonly Node<unknown>[]
}

const joins: ReadonlyMap<string, string> = new Map([
  ['AND', ' && '],
  ['OR', ' || '],
])

/**
 * Generates the source of the function that evaluates rules. Of what people configure, only names of attributes (quoted as
 * JSON) and numbers become part of the source. Everything else is a parameter, so that flags of the same shape share the
 * same source. Attributes that are lists are rare, so they are tested for last.
 */
export function sourceOf<Outcome>({ prerequisites, idLists, rules, byDefault }: CompiledRules<Outcome>): Source {
  /** Equal values share one parameter. */
  const values = new Map<unknown, string>()
  const use = (value: unknown) => nameIn(values, 'v', value)
  /** The local variables of attributes, each of which is read once. */
  const attributes = new Map<string, string>()
  const others = new Map<string, string>()

  const read = ({ plain, condition, read: readOther }: Comparison): string =>
    plain
      ? nameIn(attributes, 'a', `attributes[${JSON.stringify(condition.attribute)}]`)
      : nameIn(others, 'b', `${use(readOther)}(context)`)

  const comparisonText = (comparison: Comparison): string => {
    const { condition, operator, expected } = comparison
    const actual = read(comparison)
    const text = condition.ignoreCase ? `fold(${actual})` : actual
    const ofList = () => `typeof ${actual} === 'object' ? ofList(${use(comparison)}, ${actual})`
    const call = () => `(${ofList()} : ${operator.name}_(${text}, ${use(expected)}))`
    const inline = condition.ignoreCase ? undefined : inlineText(operator.name, expected, actual, use, call, ofList)
    return inline ?? call()
  }

  const nodes = new Map<Node<unknown>, string>()
  const askText = (node: Node<unknown>) => `${nameIn(nodes, 'n', node)}(context, evaluation)`

  const membershipText = ({ segments, negated }: Membership): string => {
    if (segments.length === 0) return 'false'
    const any = `(${segments.map(askText).join(' || ')})`
    return negated ? `!${any}` : any
  }

  const conditionText = (condition: CompiledCondition): string => {
    if (condition.kind === 'comparison') return comparisonText(condition)
    if (condition.kind === 'membership') return membershipText(condition)
    if (condition.kind === 'share') return `shareHolds(${use(condition)}, context)`
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
    if (rule.hashed)
      return `if (${whenText(rule)} && (outcome = rollOutHashed(${use(rule.hashed)}, context)) !== undefined) return outcome`
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

  const listsText = ({ unit, lists }: IdLists<Outcome>) => {
    // Different names, so that each call goes to one kind of object.
    const has = (ids: IdLists<Outcome>['lists'][number]['ids']) =>
      areHashed(ids) ? `unit !== undefined && ${use(ids)}.hasUnit(unit)` : `${use(ids)}.has(unit)`
    const returns = lists.map(({ ids, outcome }) => `if (${has(ids)}) return ${use(outcome)}`)
    const read = unit
      ? `unitOf(${use(unit)}, context)`
      : `typeof context.userId === 'string' && context.userId !== '' ? context.userId : unitOf(undefined, context)`
    return returns.length === 0 ? [] : [`const unit = ${read}`, ...returns]
  }

  const ruleTexts = rules.map(ruleText)
  const locals = [...attributes, ...others]
  const lines = [
    'let outcome',
    ...prerequisites.map(prerequisiteText),
    ...(idLists ? listsText(idLists) : []),
    ...(attributes.size > 0 ? ['const attributes = context.attributes ?? none'] : []),
    ...locals.map(([text, name]) => `const ${name} = ${text}`),
    ...ruleTexts,
    `return ${use(byDefault)}`,
  ]
  const body = lines.join('\n')
  const parameters = [...values.values(), ...nodes.values()].join(', ')
  return { body, parameters, values: [...values.keys()], nodes: [...nodes.keys()] }
}

/** The source of the function that creates the evaluating function. */
export const functionText = ({ parameters, body }: Source, asking: Asking): string =>
  `return (${parameters}) => ${asking === 'once' ? onceText(body) : `(context, evaluation) => {\n${body}\n}`}`

/** Like `memoizePerEvaluation`, but with its own inner function: a shared one could not be inlined. */
const onceText = (body: string) => `{
const work = (context, evaluation) => {
${body}
}
let answeredIn = 0
let answer
return (context, evaluation) => {
if (answeredIn !== evaluation) {
answer = work(context, evaluation)
answeredIn = evaluation
}
return answer
}
}`

function nameIn<Key>(names: Map<Key, string>, letter: string, key: Key): string {
  const known = names.get(key)
  if (known !== undefined) return known
  const name = `${letter}${names.size}`
  names.set(key, name)
  return name
}
