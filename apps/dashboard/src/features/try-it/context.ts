import { isolate } from '@bunting/contract/text'
import type { EvaluationContext, Scalar } from '@bunting/engine'

/** A context as it was typed: an empty attribute counts as absent. */
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

/** Reads a list, which is typed as a JSON array. Other texts that begin with a bracket are plain texts. */
const readList = (text: string): readonly Scalar[] | undefined => {
  if (!text.trimStart().startsWith('[')) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) && value.every(isScalar) ? value : undefined
  } catch {
    return undefined
  }
}

/** The reverse: a context as it would be typed. */
export const typedOf = ({ userId, anonymousId, attributes }: EvaluationContext): Typed => {
  const given = Object.entries({ userId, anonymousId, ...attributes }).filter(([, value]) => value != null)
  return Object.fromEntries(
    given.map(([name, value]) => [name, Array.isArray(value) ? JSON.stringify(value) : String(value)]),
  )
}

/** The typed attributes without empty ones. */
export const givenIn = (typed: Typed): Typed =>
  Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== ''))

/** A context in one line, the user first: `u-20418, country NL`. */
export const sayTyped = (typed: Typed): string => {
  const { userId, anonymousId, ...rest } = givenIn(typed)
  const attributes = Object.entries(rest).map(([name, value]) => `${isolate(name)} ${isolate(value)}`)
  const who = [userId, anonymousId].filter((id) => id !== undefined).map(isolate)
  return [...who, ...attributes].join(', ') || 'nobody in particular'
}

/** Reads own fields only, since attributes may have any name: `constructor` is not typed until somebody types it. */
export const typedAt = (typed: Typed, attribute: string): string =>
  Object.hasOwn(typed, attribute) ? (typed[attribute] ?? '') : ''
