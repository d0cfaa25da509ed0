import type { Scalar } from '@bunting/engine'
import { dialectProblem } from '../shared/portable-pattern.ts'
import { any, chunked, compare, oneOf, type Tree } from '../shared/tree.ts'
import { paddedVersion } from './version.ts'

/** The conversion of an operator and its values. Values that the operator cannot read never match, and are left out. */
type Converted = {
  tree: Tree
  /** The values that only Bunting's operator matches, if there are any. */
  alsoTakes?: string
  /** LaunchDarkly reads versions that Bunting does not, and the other way round. */
  readsVersions?: true
  /** The reason why the operator cannot be converted. */
  problem?: string
}

type Convert = (attribute: string, values: readonly unknown[]) => Converted

const isText = (value: unknown): value is string => typeof value === 'string'
const isNumber = (value: unknown): value is number => Number.isFinite(value)
const isScalar = (value: unknown): value is Scalar => isText(value) || isNumber(value) || typeof value === 'boolean'

const booleans = ['true', 'false']
const isOfNumber = (text: string): boolean => /^[0-9.e+-]*$/.test(text)
/** Tells whether a value equals the text of a number or a boolean, which LaunchDarkly distinguishes from texts. */
const isOfOther = (value: unknown): boolean =>
  !isText(value) || booleans.includes(value) || (value !== '' && String(Number(value)) === value)

const alsoTexts = 'numbers and booleans by their text'

const isOneOf: Convert = (attribute, values) => {
  const known = [...new Set(values.filter(isScalar))]
  return {
    tree: oneOf(attribute, known),
    ...(known.some(isOfOther) ? { alsoTakes: 'the same text as a number, a boolean or a text' } : {}),
  }
}

/** Compares texts; `isPart` tells whether the text of a boolean could match. */
const ofTexts =
  (operator: string, isPart: (whole: string, part: string) => boolean): Convert =>
  (attribute, values) => {
    const texts = [...new Set(values.filter(isText))]
    const matchesOther = texts.some((text) => isOfNumber(text) || booleans.some((whole) => isPart(whole, text)))
    return {
      tree: any(...chunked(texts).map((list) => compare(attribute, operator, list.length === 1 ? list[0] : list))),
      ...(matchesOther ? { alsoTakes: alsoTexts } : {}),
    }
  }

const matches: Convert = (attribute, values) => {
  const patterns = [...new Set(values.filter(isText))]
  const problem = patterns.map(dialectProblem).find((message) => message !== undefined)
  return {
    tree: any(...patterns.map((pattern) => compare(attribute, 'regex', pattern))),
    alsoTakes: `${alsoTexts}, and line separators as RE2 has them`,
    ...(problem === undefined ? {} : { problem }),
  }
}

/** A comparison with any of several numbers is one with the most extreme of them. */
const ofNumbers =
  (operator: string, farthest: (...numbers: number[]) => number): Convert =>
  (attribute, values) => {
    const numbers = values.filter(isNumber)
    return {
      tree: numbers.length > 0 && compare(attribute, operator, farthest(...numbers)),
      alsoTakes: 'texts that are numbers',
    }
  }

const rfc3339 = /^\d\d\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d\d*)?(Z|[-+]\d\d(:\d\d)?)/

const instantOf = (value: unknown): number => {
  if (typeof value === 'number') return value
  return isText(value) && rfc3339.test(value) ? Date.parse(value) : Number.NaN
}

const ofInstants =
  (operator: string, farthest: (...numbers: number[]) => number): Convert =>
  (attribute, values) => {
    const instants = values.map(instantOf).filter((instant) => !Number.isNaN(instant))
    if (instants.length === 0) return { tree: false }
    const instant = farthest(...instants)
    const isWritable = Number.isInteger(instant) && /^\d{4}-/.test(isoOf(instant))
    if (!isWritable) return { tree: false, problem: `No instant of ours is ${instant} ms after 1970.` }
    return { tree: compare(attribute, operator, isoOf(instant)), alsoTakes: 'dates without a time or an offset' }
  }

const isoOf = (ms: number): string => (Math.abs(ms) <= 8.64e15 ? new Date(ms).toISOString() : '')

const ofVersions =
  (operator: string): Convert =>
  (attribute, values) => {
    const versions = values.map(paddedVersion).filter((version) => version !== undefined)
    return {
      tree: any(...[...new Set(versions)].map((version) => compare(attribute, operator, version))),
      readsVersions: true,
    }
  }

/** All operators except `segmentMatch`, which reads no attribute. */
export const operators: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ['in', isOneOf],
  ['startsWith', ofTexts('starts_with', (whole, part) => whole.startsWith(part))],
  ['endsWith', ofTexts('ends_with', (whole, part) => whole.endsWith(part))],
  ['contains', ofTexts('contains', (whole, part) => whole.includes(part))],
  ['matches', matches],
  ['lessThan', ofNumbers('lt', Math.max)],
  ['lessThanOrEqual', ofNumbers('lte', Math.max)],
  ['greaterThan', ofNumbers('gt', Math.min)],
  ['greaterThanOrEqual', ofNumbers('gte', Math.min)],
  ['before', ofInstants('before', Math.max)],
  ['after', ofInstants('after', Math.min)],
  ['semVerEqual', ofVersions('semver_eq')],
  ['semVerLessThan', ofVersions('semver_lt')],
  ['semVerGreaterThan', ofVersions('semver_gt')],
])
