type Inline = (
  expected: unknown,
  actual: string,
  use: (value: unknown) => string,
  call: () => string,
  ofList: () => string,
) => string | undefined

/** The most values that are compared one by one: more are found faster in a set. */
export const few = 8

/** Tells whether no number and no boolean has this text, so that only the very same string is equal to it. */
const isOnlyText = (text: string) => text !== 'true' && text !== 'false' && String(Number(text)) !== text

const oneOf = (texts: readonly string[], actual: string, use: (value: unknown) => string, ofList: () => string) =>
  texts.length <= few && texts.every(isOnlyText)
    ? `(${texts.map((text) => `${actual} === ${use(text)}`).join(' || ')} || (typeof ${actual} !== 'string' && (${ofList()} : false)))`
    : undefined

/** Compares numbers inline, since most attributes that are compared as numbers are numbers. Infinity counts as missing. */
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
 * JavaScript's own operators in place of a call, if they give the same result: generated code is then optimized as one unit,
 * and reads no more than it needs.
 */
export const inlineText = (operator: string, ...rest: Parameters<Inline>): string | undefined =>
  inlines.get(operator)?.(...rest)
