import { findOperator } from '@bunting/engine'
import type { Notes } from '../shared/findings.ts'
import { dialectProblem } from '../shared/portable-pattern.ts'
import { all, any, chunked, compare, holdsFor, none, oneOf, type Tree } from '../shared/tree.ts'
import { attributeOf } from './attributes.ts'
import type { TheirConstraint } from './schema.ts'

export type Scope = {
  /** Unleash's name of the environment, which constraints may compare with. */
  environment: string
  rename: ReadonlyMap<string, string>
  /** The current time in epoch milliseconds, for constraints that depend on it. */
  nowMs: number | undefined
  notes: Notes
}

type Convert = (attribute: string, constraint: TheirConstraint, notes: Notes) => Tree

/** The values of a list, as Unleash's SDKs read it. */
const textsOf = ({ values }: TheirConstraint): string[] => [
  ...new Set((values ?? []).filter((value) => value !== '').map((value) => value.trim())),
]

const isOneOf: Convert = (attribute, constraint) => oneOf(attribute, textsOf(constraint))

const ofTexts =
  (operator: string): Convert =>
  (attribute, constraint) =>
    any(
      ...chunked(textsOf(constraint)).map((list) =>
        compare(attribute, operator, list.length === 1 ? list[0] : list, constraint.caseInsensitive ?? false),
      ),
    )

const ofNumbers =
  (...operators: readonly string[]): Convert =>
  (attribute, { value }, notes) => {
    const number = Number(value ?? Number.NaN)
    if (Number.isNaN(number)) return false
    if (!Number.isFinite(number)) notes.byHand('operator', `Nothing here compares ${attribute} with ${value}.`)
    notes.widened(
      'type-strict',
      `${attribute}: Unleash reads every text as JavaScript does, "" as 0 and "0x10" as 16. Bunting reads plain numbers alone.`,
    )
    return all(...operators.map((operator) => compare(attribute, operator, number)))
  }

/** Parses a version as Unleash's library does. A leading "v" is allowed in a constraint, but not in a context. */
const versionOf = (value: TheirConstraint['value']): string | undefined => {
  const text = String(value ?? '')
    .trim()
    .replace(/^v/, '')
  const isVersion = findOperator('semver_eq')?.problem(text) === undefined && text.length <= 256
  return isVersion && !text.startsWith('v') ? text : undefined
}

const ofVersions =
  (operator: string): Convert =>
  (attribute, { value }, notes) => {
    const version = versionOf(value)
    notes.widened('version-text', `${attribute}: Unleash does not take "v2.0.0" for a version. Bunting does.`)
    return version !== undefined && compare(attribute, operator, version)
  }

const matches: Convert = (attribute, { value, caseInsensitive }, notes) => {
  const pattern = String(value ?? '')
  const problem = dialectProblem(pattern)
  if (problem !== undefined) notes.byHand('operator', problem)
  return compare(attribute, 'regex', caseInsensitive ? `(?i)${pattern}` : pattern)
}

const operators: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['IN', isOneOf],
  ['NOT_IN', (attribute, constraint, notes) => none(isOneOf(attribute, constraint, notes))],
  ['STR_STARTS_WITH', ofTexts('starts_with')],
  ['STR_ENDS_WITH', ofTexts('ends_with')],
  ['STR_CONTAINS', ofTexts('contains')],
  // Texts of the same number are equal, such as 5 and 5.0.
  ['NUM_EQ', ofNumbers('gte', 'lte')],
  ['NUM_GT', ofNumbers('gt')],
  ['NUM_GTE', ofNumbers('gte')],
  ['NUM_LT', ofNumbers('lt')],
  ['NUM_LTE', ofNumbers('lte')],
  ['SEMVER_EQ', ofVersions('semver_eq')],
  ['SEMVER_GT', ofVersions('semver_gt')],
  ['SEMVER_GTE', ofVersions('semver_gte')],
  ['SEMVER_LT', ofVersions('semver_lt')],
  ['SEMVER_LTE', ofVersions('semver_lte')],
  ['REGEX', matches],
])

export const constraintsTree = (constraints: readonly TheirConstraint[] | null | undefined, scope: Scope): Tree =>
  all(...(constraints ?? []).map((constraint) => constraintTree(constraint, scope)))

/** Converts a constraint. An inverted one also holds for a missing attribute, which is in no list. */
const constraintTree = (constraint: TheirConstraint, scope: Scope): Tree => {
  const tree = plainTree(constraint, scope)
  return constraint.inverted ? none(tree) : tree
}

const plainTree = (constraint: TheirConstraint, scope: Scope): Tree => {
  const { contextName, operator } = constraint
  const { notes, rename, environment } = scope
  if (operator === 'DATE_AFTER' || operator === 'DATE_BEFORE') return byClock(constraint, scope)
  const convert = operators.get(operator)
  if (!convert || contextName === 'currentTime') {
    notes.byHand('operator', `Nothing here compares ${contextName} as ${operator} does.`)
    return false
  }
  if (contextName === 'environment' && !rename.has(contextName)) {
    return holdsFor(convert(contextName, constraint, notes), environment)
  }
  return convert(attributeOf(contextName, rename, notes), constraint, notes)
}

/** Compares an instant with the current time: no condition of Bunting depends on the clock. */
const byClock = ({ operator, value }: TheirConstraint, { nowMs, notes }: Scope): Tree => {
  const instant = new Date(value ?? Number.NaN).getTime()
  if (Number.isNaN(instant)) return false
  const text = new Date(instant).toISOString()
  if (nowMs === undefined) {
    notes.byHand('schedule', `It changes at ${text}, and no condition here asks the clock.`)
    return false
  }
  const isAfter = nowMs > instant
  notes.changesAt(instant)
  if (isAfter) notes.exact('schedule', `It changed at ${text}, and stays as it has been since.`)
  else notes.widened('schedule', `It changes at ${text}. It is imported as it is before that: schedule the change.`)
  return operator === 'DATE_AFTER' ? isAfter : nowMs < instant
}
