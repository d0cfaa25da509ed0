import { camelName, startHigh, wordsOf } from '../../text/camel-name.ts'

/** Splits camel case, such as `newCheckout`, whose word borders would be lost in upper case. */
const withHumpsApart = (key: string): string =>
  key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')

/** The aliases that code may use for a key, by form. `camel` is the form of `bunting generate`. */
export const aliasForms = {
  camel: camelName,
  pascal: (key: string) => wordsOf(key).map(startHigh).join(''),
  'upper-snake': (key: string) => wordsOf(withHumpsApart(key)).join('_').toUpperCase(),
} as const satisfies Record<string, (key: string) => string>
