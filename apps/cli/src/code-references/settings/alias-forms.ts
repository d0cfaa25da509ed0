/** Splits a key into its words: `new-checkout`, `new_checkout` and `newCheckout` have the same. */
const wordsOf = (key: string): string[] =>
  key
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .split(/[ ._-]+/)
    .filter((word) => word !== '')

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
const pascal = (key: string): string => wordsOf(key).map(capitalized).join('')
const camel = (key: string): string => pascal(key).replace(/^./, (first) => first.toLowerCase())

/** The names that code may have for a key, each by its rule. */
export const aliasForms = {
  camel,
  pascal,
  'upper-snake': (key: string) => wordsOf(key).join('_').toUpperCase(),
} as const satisfies Record<string, (key: string) => string>
