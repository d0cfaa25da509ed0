type Inline = (
  expected: unknown,
  actual: string,
  use: (value: unknown) => string,
  call: () => string,
  ofList: () => string,
) => string | undefined

/** More than these are found faster in a set. */
export const few = 8

/** No number and no boolean has this text: what is not this very text has another one, or none. */
const isOnlyText = (text: string) => text !== 'true' && text !== 'false' && String(Number(text)) !== text

const oneOf = (texts: readonly string[], actual: string, use: (value: unknown) => string, ofList: () => string) =>
  texts.length <= few && texts.every(isOnlyText)
    ? `(${texts.map((text) => `${actual} === ${use(text)}`).join(' || ')} || (typeof ${actual} !== 'string' && (${ofList()} : false)))`
    : undefined

/** Most attributes that are compared as numbers are numbers; infinite ones are none. */
const compared =
  (sign: string, bound: string): Inline =>
  (expected, actual, _, call) =>
    `(typeof ${actual} === 'number' ? ${actual} ${sign} ${expected} && ${actual} ${bound} : ${call()})`

const inlines: ReadonlyMap<string, Inline> = new Map<string, Inline>([
  ['equals', (expected, actual, use, _, ofList) => oneOf([expected as string], actual, use, ofList)],
  ['in', (expected, actual, use, _, ofList) => oneOf([...(expected as ReadonlySet<string>)], actual, use, ofList)],
  ['gt', compared('>', '< Infinity')],
  ['gte', compared('>=', '< Infinity')],
  ['lt', compared('<', '> -Infinity')],
  ['lte', compared('<=', '> -Infinity')],
])

/**
 * A condition's own operators of JavaScript in place of a call, where they say the same: what is written out is
 * compiled into one piece, and reads no more than it needs.
 */
export const inlineText = (operator: string, ...rest: Parameters<Inline>): string | undefined =>
  inlines.get(operator)?.(...rest)
