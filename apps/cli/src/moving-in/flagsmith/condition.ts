import { configLimits, findOperator } from '@bunting/engine'
import { own } from '../../core/own.ts'
import type { FindingCode } from '../finding-codes.ts'
import { byHand } from '../shared/by-hand.ts'
import { dialectProblem } from '../shared/portable-pattern.ts'
import { inRuns } from '../shared/split.ts'
import { all, any, compare, holdsFor, oneOf, type Tree } from '../shared/tree.ts'
import type { Condition } from './document.ts'
import { drawingOf, runsUpTo } from './draw.ts'
import { type Places, readProperty } from './property.ts'

/** Adds a note for people to read. The answers for contexts that occur do not change. */
type Note = (code: FindingCode, message: string) => void

/** The surroundings of a condition: everything besides its own property that it may depend on. */
export type Scope = Places & {
  segmentId: number
  identityPrefix: string
  note: Note
  /** The audience of those whose attribute is one of many ids: a segment of its own. */
  listed(attribute: string, ids: readonly string[]): Tree
}

/** Thrown by a condition that depends on another flag: only a whole override can depend on one. */
export class AsksForFlag extends Error {
  readonly flag: { name: string; field: 'enabled' | 'value'; value: string }

  constructor(flag: AsksForFlag['flag']) {
    super('asks for another flag')
    this.flag = flag
  }
}

export const treeOf = (condition: Condition, scope: Scope): Tree => {
  const { operator, property_: property } = condition
  if (operator === 'PERCENTAGE_SPLIT') return percentageSplit(condition, scope)
  if (!property) return false
  const read = readProperty(property, scope)
  if (read.kind === 'identity') return byHand('operator', 'The path $.identity.key is compared with something.')
  if (read.kind === 'flag') {
    if (operator === 'EQUAL') throw new AsksForFlag({ ...read, value: textOf(condition) })
    return byHand('operator', `${operator} asks for the answer of the flag ${read.name}.`)
  }
  const convert = own(operators, operator) ?? byHand('operator', `There is no operator like ${operator}.`)
  if (read.kind === 'attribute') return convert(read.attribute, condition, scope.note, scope.listed)
  return holdsFor(convert('constant', condition, scope.note, oneOf), read.value)
}

function percentageSplit(condition: Condition, scope: Scope): Tree {
  const { segmentId, identityPrefix, note } = scope
  const runs = runsUpTo(Number.parseFloat(String(condition.value)))
  if (!condition.property_) return inRuns(drawingOf(`${segmentId},${identityPrefix}`), runs)
  const read = readProperty(condition.property_, scope)
  if (read.kind === 'identity') return inRuns(drawingOf(`${segmentId},${identityPrefix}`), runs)
  if (read.kind !== 'attribute') return byHand('operator', `PERCENTAGE_SPLIT draws ${condition.property_}.`)
  if (read.attribute === 'userId') return inRuns(drawingOf(`${segmentId},`), runs)
  note(
    'empty-unit',
    `PERCENTAGE_SPLIT draws ${read.attribute}: 0 is no unit there, and here only texts and whole numbers are.`,
  )
  if (!condition.property_.startsWith('$.')) {
    note(
      'engine-differs',
      `PERCENTAGE_SPLIT draws the trait ${read.attribute}: some of Flagsmith's SDKs draw nobody there.`,
    )
  }
  return inRuns(drawingOf(`${segmentId},`, read.attribute), runs)
}

type Convert = (attribute: string, condition: Condition, note: Note, listed: Scope['listed']) => Tree

const semver = ':semver'

/** Converts a value to a text as JavaScript does. */
const textOf = ({ value }: Condition): string => String(value ?? '')
const isSemver = (condition: Condition): boolean => textOf(condition).endsWith(semver)
const plain = (condition: Condition): string =>
  isSemver(condition) ? textOf(condition).replace(semver, '') : textOf(condition)

const otherSpelling = (text: string): string | undefined => {
  if (text === 'True' || text === 'False') return text.toLowerCase()
  return findOperator('gt')?.problem(text) === undefined ? String(Number(text)) : undefined
}

/** The texts that a value matches: 10.0 also equals a trait that is the number 10. */
const spellings = (condition: Condition, note: Note): string[] => {
  const text = plain(condition)
  const other = isSemver(condition) ? undefined : otherSpelling(text)
  if (other === undefined || other === text) return [text]
  note('type-strict', `"${text}" equals ${other} where a trait is no text, so that both match.`)
  return [text, other]
}

const equal: Convert = (attribute, condition, note) => {
  if (isSemver(condition)) return version('semver_eq', attribute, condition)
  return any(...spellings(condition, note).map((text) => compare(attribute, 'equals', text)))
}

const notEqual: Convert = (attribute, condition, note) =>
  all(...spellings(condition, note).map((text) => compare(attribute, 'not_equals', text)))

const version = (operator: string, attribute: string, condition: Condition): Tree => {
  const text = plain(condition).trim()
  return findOperator(operator)?.problem(text) === undefined && compare(attribute, operator, text)
}

const number =
  (operator: string, ofVersion: string): Convert =>
  (attribute, condition) => {
    if (isSemver(condition)) return version(ofVersion, attribute, condition)
    const value = Number.parseFloat(textOf(condition))
    if (!Number.isFinite(value)) return byHand('operator', `${condition.operator} compares texts by their order.`)
    return compare(attribute, operator, value)
  }

const contains: Convert = (attribute, condition) => {
  const text = plain(condition)
  return text === '' ? compare(attribute, 'not_equals', '') : compare(attribute, 'contains', text)
}

const notContains: Convert = (attribute, condition) => {
  const text = textOf(condition)
  return text !== '' && compare(attribute, 'not_contains', text)
}

const regex: Convert = (attribute, condition, note) => {
  const pattern = textOf(condition)
  if (pattern === '') return false
  const problem = dialectProblem(pattern)
  if (problem !== undefined) byHand('operator', problem)
  if (pattern.startsWith('^') && !pattern.includes('|')) return compare(attribute, 'regex', pattern)
  note('engine-differs', `The pattern ${pattern} is matched from the start; some of Flagsmith's SDKs find it anywhere.`)
  return compare(attribute, 'regex', `^(?:${pattern})`)
}

const isIn: Convert = (attribute, { value }, note, listed) => {
  const texts = [...new Set(listIn(value, note))].filter((text) => text !== '')
  const [odd] = texts.filter((text) => ['0', 'true', 'false'].includes(text))
  if (odd !== undefined) note('type-strict', `IN has "${odd}", which in Flagsmith only a text can be.`)
  return texts.length > configLimits.values ? listed(attribute, texts) : oneOf(attribute, texts)
}

/** Reads a list, a list as JSON, or texts that are separated by commas. */
const listIn = (value: Condition['value'], note: Note): string[] => {
  const texts = (list: readonly unknown[]) => {
    const isNumber = (item: unknown) => typeof item === 'number'
    if (list.some(isNumber)) note('engine-differs', "IN has numbers, which some of Flagsmith's SDKs pass over.")
    return list.filter((item) => typeof item === 'string' || isNumber(item)).map(String)
  }
  if (Array.isArray(value)) return texts(value)
  if (typeof value !== 'string') return []
  try {
    const parsed: unknown = JSON.parse(value)
    if (Array.isArray(parsed)) return texts(parsed)
  } catch {}
  return value.split(',')
}

const operators: Readonly<Record<string, Convert>> = {
  EQUAL: equal,
  NOT_EQUAL: notEqual,
  GREATER_THAN: number('gt', 'semver_gt'),
  GREATER_THAN_INCLUSIVE: number('gte', 'semver_gte'),
  LESS_THAN: number('lt', 'semver_lt'),
  LESS_THAN_INCLUSIVE: number('lte', 'semver_lte'),
  CONTAINS: contains,
  NOT_CONTAINS: notContains,
  REGEX: regex,
  IN: isIn,
  IS_SET: (attribute) => compare(attribute, 'is_set'),
  IS_NOT_SET: (attribute) => compare(attribute, 'is_not_set'),
  MODULO: () => byHand('operator', 'MODULO has no equal.'),
}
