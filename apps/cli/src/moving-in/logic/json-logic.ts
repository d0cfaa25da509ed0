import type { AttributeCondition, Condition, Scalar } from '@bunting/engine'
import { byHand, shown } from '../shared/by-hand.ts'
import type { Notes } from '../shared/findings.ts'
import { all, any, none, type Tree } from '../shared/tree.ts'
import { comparedVersion } from './version-test.ts'

/** The surroundings of JSONLogic: Bunting's names of its variables, and the current time. */
export type Setting = {
  attributeOf(path: string): string
  /** Variables that are constants, such as the flag's key. */
  constants: ReadonlyMap<string, string>
  /** The name of the variable that holds the current time in epoch seconds. */
  clock?: string
  nowMs?: number
  /** Its operators answer null, instead of failing, for arguments that they cannot read. */
  isLenient?: true
  notes: Notes
}

type Compare = (one: number, other: number) => boolean
type Operand = { attribute: string } | { clock: true } | { literal: unknown }
type Make = (args: readonly unknown[], setting: Setting, whole: unknown) => Tree

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The operator and its arguments; undefined for a literal. */
export const operationOf = (logic: unknown): { name: string; args: readonly unknown[] } | undefined => {
  if (!isObject(logic)) return undefined
  const [name, ...others] = Object.keys(logic)
  if (name === undefined || others.length > 0) return undefined
  const given = logic[name]
  return { name, args: Array.isArray(given) ? given : [given] }
}

/** The path of a variable; undefined if it has a default value. */
export const pathOf = (logic: unknown): string | undefined => {
  const operation = operationOf(logic)
  if (operation?.name !== 'var') return undefined
  const [path, otherwise] = operation.args
  return typeof path === 'string' && path !== '' && (otherwise ?? null) === null ? path : undefined
}

const operandOf = (logic: unknown, setting: Setting): Operand => {
  const path = pathOf(logic)
  if (path !== undefined) {
    if (path === setting.clock) return { clock: true }
    const constant = setting.constants.get(path)
    return constant === undefined ? { attribute: setting.attributeOf(path) } : { literal: constant }
  }
  if (operationOf(logic) !== undefined || isObject(logic)) byHand('operator', `${shown(logic)} is computed.`)
  return { literal: logic }
}

const isScalar = (value: unknown): value is Scalar =>
  typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)

const unset = (attribute: string): Condition => ({ attribute, operator: 'is_not_set' })

/** Converts `==` and `===` of a variable and a literal, in either order. */
const equal =
  (strict: boolean): Make =>
  (args, setting, whole) => {
    const [one, other] = args.map((arg) => operandOf(arg, setting))
    if (args.length !== 2 || !one || !other) return byHand('operator', `${shown(whole)} does not compare two values.`)
    const [variable, fixed] = 'attribute' in one ? [one, other] : [other, one]
    if (!('attribute' in variable) || !('literal' in fixed)) {
      return byHand('operator', `${shown(whole)} does not compare an attribute with a value.`)
    }
    const { attribute } = variable
    const { literal } = fixed
    if (literal === null) return unset(attribute)
    if (!isScalar(literal)) return byHand('operator', `${shown(whole)} compares with a list or an object.`)
    const condition: AttributeCondition = { attribute, operator: 'equals', value: literal }
    if (strict || literal === '' || literal) return condition
    setting.notes.widened(
      'missing-var',
      `${shown(whole)} holds where ${attribute} is missing, as in the SDKs for JavaScript; others disagree.`,
    )
    return any(condition, unset(attribute))
  }

const comparators: Record<string, { operator: string; flipped: string; holds: Compare }> = {
  '<': { operator: 'lt', flipped: 'gt', holds: (one, other) => one < other },
  '<=': { operator: 'lte', flipped: 'gte', holds: (one, other) => one <= other },
  '>': { operator: 'gt', flipped: 'lt', holds: (one, other) => one > other },
  '>=': { operator: 'gte', flipped: 'lte', holds: (one, other) => one >= other },
}

/** Compares numbers pairwise: `18 <= age < 65` is two comparisons. A missing number counts as 0. */
const compared =
  (name: string): Make =>
  (args, setting, whole) => {
    if (args.length < 2 || args.length > 3)
      return byHand('operator', `${shown(whole)} compares no two or three values.`)
    const operands = args.map((arg) => operandOf(arg, setting))
    return all(...operands.slice(1).map((other, at) => pair(name, operands[at] as Operand, other, setting, whole)))
  }

const pair = (name: string, one: Operand, other: Operand, setting: Setting, whole: unknown): Tree => {
  const { operator, flipped, holds } = comparators[name] as (typeof comparators)[string]
  const [variable, fixed, isFlipped] = 'literal' in one ? [other, one, true] : [one, other, false]
  const literal = 'literal' in fixed ? fixed.literal : undefined
  if (typeof literal !== 'number' || 'literal' in variable) {
    return byHand('operator', `${shown(whole)} does not compare an attribute with a number.`)
  }
  const asked: Compare = (actual, expected) => (isFlipped ? holds(expected, actual) : holds(actual, expected))
  if ('clock' in variable) return atClock(asked, literal, setting, whole)
  const { attribute } = variable
  const condition: AttributeCondition = { attribute, operator: isFlipped ? flipped : operator, value: literal }
  return asked(0, literal) ? any(condition, unset(attribute)) : condition
}

/** Compares with the current time, and notes when the outcome is going to change. */
const atClock = (asked: Compare, seconds: number, { nowMs, notes }: Setting, whole: unknown): Tree => {
  if (nowMs === undefined) return byHand('schedule', `${shown(whole)} depends on the time.`)
  const holds = asked(nowMs / 1_000, seconds)
  if (nowMs / 1_000 <= seconds && holds !== asked(seconds + 1, seconds)) {
    const when = new Date(seconds * 1_000).toISOString()
    notes.changesAt(seconds * 1_000)
    notes.widened('schedule', `${shown(whole)} changes at ${when}: import again then, or schedule the change.`)
  }
  return holds
}

const isIn: Make = (args, setting, whole) => {
  const [item, list] = args
  const path = pathOf(item)
  if (path !== undefined && Array.isArray(list)) {
    if (!list.every(isScalar)) return byHand('operator', `${shown(whole)} has more than texts, numbers and booleans.`)
    const { attribute } = operandOf(item, setting) as { attribute?: string }
    if (attribute === undefined) return byHand('operator', `${shown(whole)} asks about no attribute.`)
    return list.length === 0 ? false : { attribute, operator: 'in', value: list }
  }
  const within = pathOf(list) === undefined ? undefined : operandOf(list, setting)
  if (typeof item !== 'string' || !within || !('attribute' in within)) {
    return byHand('operator', `${shown(whole)} looks for no text in an attribute, nor for one in a list.`)
  }
  setting.notes.widened(
    'list-or-text',
    `${shown(whole)} finds a part of a text or an element of a list. Here it also finds a part of an element.`,
  )
  return { attribute: within.attribute, operator: 'contains', value: item }
}

/** A test whose arguments can never be read, so that it answers null. */
const unreadable = ({ isLenient, notes }: Setting, whole: unknown, why: string): Tree => {
  if (!isLenient) return byHand('operator', `${shown(whole)} ${why}.`)
  notes.exact('never', `${shown(whole)} ${why}: it holds for nobody.`)
  return false
}

const texts =
  (operator: 'starts_with' | 'ends_with'): Make =>
  (args, setting, whole) => {
    const [variable, text] = args.map((arg) => operandOf(arg, setting))
    if (args.length !== 2 || !variable || !text) return unreadable(setting, whole, 'does not compare two texts')
    if (!('attribute' in variable) || !('literal' in text)) {
      return byHand('operator', `${shown(whole)} looks at no attribute.`)
    }
    if (typeof text.literal !== 'string') return unreadable(setting, whole, 'looks for no text')
    return { attribute: variable.attribute, operator, value: text.literal }
  }

const versions: Make = (args, setting, whole) => {
  if (args.length !== 3) return unreadable(setting, whole, 'does not compare two versions')
  const variable = operandOf(args[0], setting)
  if (!('attribute' in variable) || args.some((arg, at) => at > 0 && operationOf(arg) !== undefined)) {
    return byHand('operator', `${shown(whole)} does not compare an attribute with a version.`)
  }
  const logic = comparedVersion(variable.attribute, String(args[1]), String(args[2]))
  if (logic === undefined) return unreadable(setting, whole, 'compares with no version')
  setting.notes.widened(
    'version-text',
    `${shown(whole)} takes 2 and 2.0 as versions; Bunting takes 2.0.0 alone. Send ${variable.attribute} with all three numbers.`,
  )
  return logic
}

/** Holds for values that are not missing, false, 0, or an empty text or list. */
const truthy = (logic: unknown, setting: Setting): Tree => {
  if (pathOf(logic) === undefined) return testOf(logic, setting)
  const operand = operandOf(logic, setting)
  if ('attribute' in operand) return { attribute: operand.attribute, operator: 'not_in', value: [false, 0, ''] }
  return 'clock' in operand || Boolean(operand.literal)
}

const chosen: Make = (args, setting) => {
  const [test, then, ...rest] = args
  if (args.length === 1) return truthy(test, setting)
  if (args.length === 0) return false
  const asked = truthy(test, setting)
  return any(all(asked, truthy(then ?? null, setting)), all(none(asked), chosen(rest, setting, rest)))
}

const makers: Record<string, Make> = {
  '==': equal(false),
  '===': equal(true),
  '!=': (args, setting, whole) => none(equal(false)(args, setting, whole)),
  '!==': (args, setting, whole) => none(equal(true)(args, setting, whole)),
  ...Object.fromEntries(Object.keys(comparators).map((name) => [name, compared(name)])),
  in: isIn,
  starts_with: texts('starts_with'),
  ends_with: texts('ends_with'),
  sem_ver: versions,
  '!': ([one], setting) => none(truthy(one ?? null, setting)),
  '!!': ([one], setting) => truthy(one ?? null, setting),
  and: (args, setting) => all(...args.map((arg) => truthy(arg, setting))),
  or: (args, setting) => any(...args.map((arg) => truthy(arg, setting))),
  if: chosen,
}

/** Operators that always answer true or false, whatever their arguments are. */
const plain = new Set(['==', '===', '!=', '!==', ...Object.keys(comparators), 'in', '!', '!!'])

/** Operators that answer null for an attribute that is missing or cannot be compared. */
const mayAnswerNothing = new Set(['starts_with', 'ends_with', 'sem_ver'])

export const isPlainTest = (logic: unknown): boolean => {
  const operation = operationOf(logic)
  if (!operation) return false
  const isJoined = operation.name === 'and' || operation.name === 'or'
  return isJoined ? operation.args.length > 0 && operation.args.every(isPlainTest) : plain.has(operation.name)
}

/** The contexts for which an operator that may answer null answers true or false; undefined for other operators. */
export const answeredBy = (logic: unknown, setting: Setting): Tree | undefined => {
  const operation = operationOf(logic)
  if (!operation || !setting.isLenient || !mayAnswerNothing.has(operation.name)) return undefined
  if (testOf(logic, setting) === false) return false
  const { attribute } = operandOf(operation.args[0], setting) as { attribute: string }
  if (operation.name !== 'sem_ver') return { attribute, operator: 'is_set' }
  return any(comparedVersion(attribute, '>=', '0') ?? false, comparedVersion(attribute, '<', '0') ?? false)
}

/** Converts a test in JSONLogic to the audience for which it holds. Throws `ByHand` if Bunting has nothing like it. */
export const testOf = (logic: unknown, setting: Setting): Tree => {
  const operation = operationOf(logic)
  if (!operation) {
    if (isObject(logic)) return byHand('operator', `${shown(logic)} is no test.`)
    return Array.isArray(logic) ? logic.length > 0 : Boolean(logic)
  }
  if (operation.name === 'var') return truthy(logic, setting)
  const make = Object.hasOwn(makers, operation.name) ? makers[operation.name] : undefined
  if (!make) return byHand('operator', `Bunting has nothing like ${operation.name}: ${shown(logic)}.`)
  return make(operation.args, setting, logic)
}
