import { type AttributeValue, findOperator } from '@bunting/engine'
import type { Finding } from '../converted.ts'
import type { FindingCode } from '../finding-codes.ts'
import type { Probe } from './engine.ts'
import type { Questions } from './questions.ts'

/** A context whose answers differ. `isLeftToCode`: the service left the answer to the code. */
export type Differing = { probe: Probe; isLeftToCode: boolean; questions: Questions }

const valueIn = ({ userId, anonymousId, attributes }: Probe, name: string): AttributeValue | undefined => {
  if (name === 'userId') return userId
  return name === 'anonymousId' ? anonymousId : attributes[name]
}

/** Tells whether a list contains this value, which may be a number in the source's list. */
const isNumberIn = (lists: readonly (readonly string[])[], value: AttributeValue): boolean =>
  typeof value === 'string' && String(Number(value)) === value && lists.some((ids) => ids.includes(value))

/** Tells whether an attribute has a type that no rule compares it with, or has the text of a value of another type. */
const hasOtherType = ({ probe, questions }: Differing): boolean =>
  [...questions.attributes].some(([name, { literals, takes, lists }]) => {
    const value = valueIn(probe, name)
    if (value === undefined || literals.size === 0) return false
    if (isNumberIn(lists, value)) return true
    if (typeof value === 'object' || (takes.has('number') && typeof value !== 'number')) return true
    const isOther = (literal: unknown) => typeof literal !== typeof value
    // False, 0 and the empty text test whether an attribute is present, so they say nothing about its type.
    const usual = [...literals].filter(Boolean)
    return usual.every(isOther) || [...literals].some((each) => isOther(each) && String(each) === String(value))
  })

const lacksSomething = ({ probe, questions }: Differing): boolean =>
  [...questions.attributes.keys()].some((name) => valueIn(probe, name) === undefined)

const lacksUnit = ({ probe, questions }: Differing): boolean =>
  [...questions.units].some((name) => valueIn(probe, name) === undefined)

/** Tells whether a unit is empty or no text. */
const hasOddUnit = ({ probe, questions }: Differing): boolean =>
  [...questions.units].some((name) => {
    const value = valueIn(probe, name)
    return value !== undefined && (typeof value !== 'string' || value === '')
  })

/** Tells whether a text is compared as a version or an instant, but is none. */
const hasOddText =
  (takes: 'version' | 'instant', operator: string) =>
  ({ probe, questions }: Differing): boolean =>
    [...questions.attributes].some(([name, asked]) => {
      const value = valueIn(probe, name)
      if (value === undefined || !asked.takes.has(takes)) return false
      const text = String(value)
      return findOperator(operator)?.problem(text) !== undefined || text.startsWith('v')
    })

const hasEmptyList = ({ probe }: Differing): boolean =>
  Object.values(probe.attributes).some((value) => Array.isArray(value) && value.length === 0)

const hasNoList = ({ probe }: Differing): boolean =>
  Object.values(probe.attributes).some((value) => !Array.isArray(value))

const always = (): boolean => true

/** The contexts that a finding code applies to. Codes that are missing here explain no difference. */
const about: Partial<Record<FindingCode, (differing: Differing) => boolean>> = {
  'date-text': hasOddText('instant', 'before'),
  'empty-unit': hasOddUnit,
  'engine-differs': always,
  'failed-gate': ({ isLeftToCode }) => isLeftToCode,
  'list-only': hasNoList,
  'list-or-text': hasOtherType,
  'missing-var': lacksSomething,
  'negated-empty': hasEmptyList,
  'no-code-default': ({ isLeftToCode }) => isLeftToCode,
  'no-key-error': lacksUnit,
  'random-unit': lacksUnit,
  'type-strict': hasOtherType,
  'version-text': hasOddText('version', 'semver_eq'),
}

/** The code of the finding that explains a difference; undefined if none does. */
export const explainDifference = (
  findings: readonly Finding[],
  environment: string,
  differing: Differing,
): FindingCode | undefined => {
  const { flags, segments } = differing.questions
  return findings.find(({ code, kind, flagKey, segmentKey, environment: where = environment }) => {
    if (kind === 'exact' || where !== environment) return false
    if (flagKey !== undefined && !flags.has(flagKey)) return false
    if (segmentKey !== undefined && !segments.has(segmentKey)) return false
    return about[code]?.(differing) === true
  })?.code
}
