import {
  type AttributeCondition,
  type Condition,
  configLimits,
  findOperator,
  isGroup,
  type Scalar,
} from '@bunting/engine'
import { openBudget } from './bounded.ts'

/** An audience: everybody, nobody, or the contexts for which a condition holds. */
export type Tree = boolean | Condition

type Parts = { all?: readonly Condition[]; any?: readonly Condition[]; none?: readonly Condition[] }

const partsOf = (condition: Condition): Parts => (isGroup(condition) ? (condition as Parts) : {})

const group = (name: 'all' | 'any', members: readonly Condition[]): Condition => {
  const [first] = members
  return members.length === 1 && first ? first : ({ [name]: members } as Condition)
}

export const all = (...trees: readonly Tree[]): Tree => {
  if (trees.includes(false)) return false
  const members = trees.filter((tree) => tree !== true) as Condition[]
  return (
    members.length === 0 ||
    group(
      'all',
      members.flatMap((member) => partsOf(member).all ?? [member]),
    )
  )
}

export const any = (...trees: readonly Tree[]): Tree => {
  if (trees.includes(true)) return true
  const members = trees.filter((tree) => tree !== false) as Condition[]
  return (
    members.length > 0 &&
    group(
      'any',
      members.flatMap((member) => partsOf(member).any ?? [member]),
    )
  )
}

/** Holds if none of the trees holds. */
export const none = (...trees: readonly Tree[]): Tree => {
  const some = any(...trees)
  if (typeof some === 'boolean') return !some
  const { any: members, none: denied } = partsOf(some)
  return denied ? any(...denied) : { none: members ?? [some] }
}

export const compare = (
  attribute: string,
  operator: string,
  value?: AttributeCondition['value'],
  ignoreCase = false,
): Condition => ({
  attribute,
  operator,
  ...(value === undefined ? {} : { value }),
  ...(ignoreCase ? { ignoreCase } : {}),
})

/** Splits a list so that each part fits into one condition, which has a limit on values. */
export const chunked = <Item>(items: readonly Item[]): Item[][] =>
  Array.from({ length: Math.ceil(items.length / configLimits.values) }, (_, at) =>
    items.slice(at * configLimits.values, (at + 1) * configLimits.values),
  )

/** Holds if an attribute is one of the values, of which there may be any number. */
export const oneOf = (attribute: string, values: readonly Scalar[], ignoreCase = false): Tree =>
  any(...chunked(values).map((list) => compare(attribute, 'in', list, ignoreCase)))

export const inSegment = (keys: readonly string[]): Tree => {
  const [first] = keys
  if (first === undefined) return false
  return { operator: 'in_segment', value: keys.length === 1 ? first : keys }
}

/** The conditions of a rule; undefined if it is for nobody. */
export type Audience = { conditionOperator: 'AND' | 'OR'; conditions: Condition[] }

export const audienceOf = (tree: Tree): Audience | undefined => {
  if (tree === false) return undefined
  if (tree === true) return { conditionOperator: 'AND', conditions: [] }
  countParts(tree, openBudget())
  const { all: members, any: choices } = partsOf(tree)
  if (choices) return { conditionOperator: 'OR', conditions: [...choices] }
  return { conditionOperator: 'AND', conditions: [...(members ?? [tree])] }
}

/** Counts the parts of a tree. Parts may be shared, so that a small tree can expand beyond any memory. */
const countParts = (tree: Condition, spend: () => void): void => {
  spend()
  for (const member of Object.values(partsOf(tree)).flat()) countParts(member, spend)
}

/** Tells whether a tree holds if all attributes have this value; undefined stands for missing attributes. */
export const holdsFor = (tree: Tree, value: string | undefined): boolean => {
  if (typeof tree === 'boolean') return tree
  if (isGroup(tree)) {
    const { all: members, any: choices, none: denied } = partsOf(tree)
    const holds = (member: Condition) => holdsFor(member, value)
    if (members) return members.every(holds)
    return choices ? choices.some(holds) : !denied?.some(holds)
  }
  const operator = findOperator(tree.operator)
  if (!operator || !('attribute' in tree) || tree.operator === 'in_share') return false
  const expected = (tree as AttributeCondition).value as never
  return operator.holds(value, operator.prepare(expected))
}
