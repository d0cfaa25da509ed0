import { isolate } from '@bunting/contract/text'
import type { EvaluationContext, Scalar } from '@bunting/engine'

/** What is tried, as it was typed: an attribute that is empty is not there. */
export type Typed = Readonly<Record<string, string>>

export const contextOf = (typed: Typed): EvaluationContext => {
  const { userId = '', anonymousId = '', ...rest } = typed
  const given = Object.entries(rest).filter(([, value]) => value !== '')
  const attributes = Object.fromEntries(given.map(([name, value]) => [name, readList(value) ?? value]))
  return {
    ...(userId === '' ? {} : { userId }),
    ...(anonymousId === '' ? {} : { anonymousId }),
    ...(given.length === 0 ? {} : { attributes }),
  }
}

const isScalar = (value: unknown): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value)

/** A list is typed as a JSON array. Whatever else begins with a bracket is a text. */
const readList = (text: string): readonly Scalar[] | undefined => {
  if (!text.trimStart().startsWith('[')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isScalar) ? value : undefined
  } catch {
    return undefined
  }
}

/** The same of a context that was not typed. */
export const typedOf = ({ userId, anonymousId, attributes }: EvaluationContext): Typed => {
  const given = Object.entries({ userId, anonymousId, ...attributes }).filter(([, value]) => value != null)
  return Object.fromEntries(
    given.map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : String(value)]),
  )
}

/** Without what is empty. */
export const givenIn = (typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))

/** On one line, the user first: `u-20418, country NL`. */
export const sayTyped = (typed: Typed): string => {
  const { userId, anonymousId, ...rest } = givenIn(typed)
  const attributes = Object.entries(rest).map(([name, value]) => `${isolate(name)} ${isolate(value)}`)
  const who = [userId, anonymousId].filter((id) => id !== undefined).map(isolate)
  return [...who, ...attributes].join(', ') || 'nobody in particular'
}

/** People name attributes as they like: `constructor` is one that nobody typed yet. */
export const typedAt = (typed: Typed, attribute: string): string =>
  Object.hasOwn(typed, attribute) ? (typed[attribute] ?? '') : ''
