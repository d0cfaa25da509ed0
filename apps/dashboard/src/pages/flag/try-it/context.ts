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

/** People name attributes as they like: `constructor` is one that nobody typed yet. */
export const typedAt = (typed: Typed, attribute: string): string =>
  Object.hasOwn(typed, attribute) ? (typed[attribute] ?? '') : ''
