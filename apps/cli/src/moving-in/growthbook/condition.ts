import { readIsoInstant, type Scalar } from '@bunting/engine'
import { own } from '../../core/own.ts'
import type { FindingCode } from '../finding-codes.ts'
import { byHand } from '../shared/by-hand.ts'
import { dialectProblem } from '../shared/portable-pattern.ts'
import { all, any, compare, none, oneOf, type Tree } from '../shared/tree.ts'
import type { Condition } from './payload.ts'
import { holdsOnMissing, isVersionOperator, orMissing, versionTree } from './version.ts'

export type Scope = {
  rename: ReadonlyMap<string, string>
  /** Adds a note for people to read, once. The answers for contexts that occur do not change. */
  note(code: FindingCode, message: string): void
  /** The members of a saved group, by the attribute that the condition names, or by the group's own. */
  savedGroup(id: string, path: string | undefined): Tree
  /** The contexts whose attribute is in a saved group's list; undefined if the group has no list. */
  savedList(id: string, path: string): Tree | undefined
}

export const attributeOf = (path: string, rename: Scope['rename']): string =>
  rename.get(path) ?? (path === 'id' ? 'userId' : path)

/** Converts a condition, all parts of which have to hold. */
export const treeOf = (condition: Condition, scope: Scope): Tree =>
  all(
    ...Object.entries(condition).map(([name, value]): Tree => {
      if (name === '$or') return orTree(value, scope)
      if (name === '$nor') return none(orTree(value, scope))
      if (name === '$and') return all(...conditionsIn(name, value).map((each) => treeOf(each, scope)))
      if (name === '$not') return none(...conditionsIn(name, [value]).map((each) => treeOf(each, scope)))
      if (name === '$savedGroup') return groupTree(value, scope)
      if (name.startsWith('$')) return byHand('operator', `There is no operator like ${name}.`)
      return valueTree(name, value, scope, true)
    }),
  )

const isObject = (value: unknown): value is Condition =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const conditionsIn = (name: string, value: unknown): Condition[] =>
  Array.isArray(value) && value.every(isObject) ? value : byHand('operator', `${name} has no conditions.`)

/** Converts `$or`; without conditions it holds for everybody. */
const orTree = (value: unknown, scope: Scope): Tree => {
  const conditions = conditionsIn('$or', value)
  return conditions.length === 0 || any(...conditions.map((each) => treeOf(each, scope)))
}

const groupTree = (value: unknown, scope: Scope): Tree => {
  if (!isObject(value) || typeof value.id !== 'string') return false
  const { id, attributeKey } = value
  if (attributeKey !== undefined && typeof attributeKey !== 'string') return false
  return scope.savedGroup(id, attributeKey)
}

const isOperators = (value: unknown): value is Condition =>
  isObject(value) && Object.keys(value).length > 0 && Object.keys(value).every((name) => name.startsWith('$'))

/** Converts the test of one value. Elements of a list, unlike attributes, are never missing. */
function valueTree(path: string, value: unknown, scope: Scope, mayMiss: boolean): Tree {
  const attribute = attributeOf(path, scope.rename)
  scope.note('type-strict', 'Attributes are compared by their texts here: each should always have the same type.')
  const maybe = (tree: Tree, isMissingToo: boolean) => orMissing(attribute, tree, mayMiss && isMissingToo)
  if (value === null) return mayMiss && compare(attribute, 'is_not_set')
  if (typeof value === 'string') return maybe(compare(attribute, 'equals', value), value === 'null')
  if (typeof value === 'number') return maybe(compare(attribute, 'equals', value), value === 0)
  if (typeof value === 'boolean') return compare(attribute, 'equals', value)
  if (!isOperators(value)) return byHand('operator', `${path} is compared with a list or an object.`)
  return all(
    ...Object.entries(value).map(([operator, expected]) => {
      if (isVersionOperator(operator)) {
        const text = typeof expected === 'number' ? String(expected) : expected
        if (typeof text !== 'string' || (!mayMiss && operator === '$vne')) {
          return byHand('operator', `${operator} is asked of no version, or of a list's elements.`)
        }
        scope.note('version-text', 'Versions have three numbers: a context that says 1.2 has none.')
        return maybe(versionTree(attribute, operator, text), holdsOnMissing(operator, text))
      }
      const convert = own(operators, operator) ?? byHand('operator', `There is no operator like ${operator}.`)
      return convert({ path, attribute, expected, operator, scope, mayMiss, maybe })
    }),
  )
}

type Asked = {
  path: string
  attribute: string
  operator: string
  expected: unknown
  scope: Scope
  mayMiss: boolean
  /** The tree, extended to missing values if they count and the source matches them. */
  maybe(tree: Tree, isMissingToo: boolean): Tree
}
type Convert = (asked: Asked) => Tree

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)

const equal: Convert = ({ attribute, expected, mayMiss }) => {
  if (expected === null) return mayMiss && compare(attribute, 'is_not_set')
  return isScalar(expected) && compare(attribute, 'equals', expected)
}

const orders: Readonly<Record<string, { date: string; zero: (limit: number) => boolean }>> = {
  $gt: { date: 'after', zero: (limit) => limit < 0 },
  $gte: { date: 'after', zero: (limit) => limit <= 0 },
  $lt: { date: 'before', zero: (limit) => limit > 0 },
  $lte: { date: 'before', zero: (limit) => limit >= 0 },
}

/** Compares numbers, with a missing one as 0, and dates. Bunting has no operator for the order of other texts. */
const order: Convert = ({ attribute, operator, expected, scope, maybe }) => {
  const { date = '', zero } = own(orders, operator) ?? {}
  if (typeof expected === 'number') {
    return maybe(compare(attribute, operator.slice(1), expected), zero?.(expected) === true)
  }
  if (typeof expected !== 'string' || readIsoInstant(expected) === undefined) {
    return byHand('operator', `${operator} compares texts by their order.`)
  }
  scope.note('date-text', `${attribute} is compared with dates as instants, and not by the order of their texts.`)
  const strictly = compare(attribute, date, expected)
  return operator.endsWith('e') ? any(strictly, compare(attribute, 'equals', expected)) : strictly
}

const isIn =
  (ignoreCase: boolean): Convert =>
  ({ attribute, expected, maybe }) => {
    if (!Array.isArray(expected)) return false
    const values = expected.filter(isScalar)
    return maybe(oneOf(attribute, values, ignoreCase), expected.includes(null))
  }

/** Refuses a negation within a list: it would have to hold for one element, and Bunting can only ask for all or none. */
const notOfElements =
  (convert: Convert): Convert =>
  (asked) =>
    asked.mayMiss ? convert(asked) : byHand('operator', `${asked.operator} is asked of a list's elements.`)

/** Negates a test; the negation holds for missing values. */
const not = (convert: Convert): Convert => notOfElements((asked) => none(convert(asked)))

/** Without a list it matches nobody, negated or not. */
const notIn =
  (ignoreCase: boolean): Convert =>
  (asked) =>
    Array.isArray(asked.expected) && not(isIn(ignoreCase))(asked)

/** Tests membership in a saved list. If the group has no list nobody matches, negated or not. */
const group =
  (isIn: boolean): Convert =>
  ({ path, expected, scope }) => {
    const tree = scope.savedList(String(expected), path)
    return tree !== undefined && (isIn ? tree : none(tree))
  }

const regex =
  (flags: '' | 'i'): Convert =>
  ({ attribute, expected, maybe }) => {
    const pattern = String(expected)
    const compiled = compilePattern(pattern, flags)
    if (!compiled) return false
    const problem = dialectProblem(pattern)
    if (problem !== undefined) byHand('operator', problem)
    return maybe(compare(attribute, 'regex', flags === 'i' ? `(?i:${pattern})` : pattern), compiled.test('null'))
  }

/** Compiles a pattern as GrowthBook does. An invalid one matches nobody. */
const compilePattern = (pattern: string, flags: string): RegExp | undefined => {
  try {
    return new RegExp(pattern.replace(/([^\\])\//g, '$1\\/'), flags)
  } catch {
    return undefined
  }
}

/** Tests one condition on any element. Two would have to hold for the same element, which Bunting cannot express. */
const elementTree = ({ path, scope, operator }: Asked, expected: unknown): Tree => {
  const isFine = isOperators(expected) ? Object.keys(expected).length === 1 : isScalar(expected)
  if (!isFine || typeof expected === 'boolean')
    return byHand('operator', `${operator} asks several things of an element.`)
  return valueTree(path, expected, scope, false)
}

const everyElement =
  (ignoreCase: boolean): Convert =>
  (asked) => {
    const { expected, attribute, operator } = asked
    if (!Array.isArray(expected)) return false
    if (expected.length === 0) return byHand('operator', `${operator} is asked for nothing.`)
    noteLists(asked)
    return all(
      ...expected.map((each) =>
        ignoreCase && typeof each === 'string' ? compare(attribute, 'equals', each, true) : elementTree(asked, each),
      ),
    )
  }

const elementMatches: Convert = (asked) => {
  if (!isOperators(asked.expected)) return byHand('operator', '$elemMatch asks for an object.')
  noteLists(asked)
  return elementTree(asked, asked.expected)
}

const noteLists = ({ attribute, operator, scope }: Asked): void =>
  scope.note('list-only', `${attribute}: ${operator} holds for lists alone. Bunting takes a text for a list of one.`)

const operators: Readonly<Record<string, Convert>> = {
  $eq: equal,
  $ne: not(equal),
  $gt: order,
  $gte: order,
  $lt: order,
  $lte: order,
  $exists: notOfElements(({ attribute, expected }) => compare(attribute, expected ? 'is_set' : 'is_not_set')),
  $in: isIn(false),
  $ini: isIn(true),
  $nin: notIn(false),
  $nini: notIn(true),
  $inGroup: notOfElements(group(true)),
  $notInGroup: notOfElements(group(false)),
  $not: not(({ path, expected, scope, mayMiss }) => valueTree(path, expected, scope, mayMiss)),
  $regex: regex(''),
  $regexi: regex('i'),
  $elemMatch: notOfElements(elementMatches),
  $all: notOfElements(everyElement(false)),
  $alli: notOfElements(everyElement(true)),
}
