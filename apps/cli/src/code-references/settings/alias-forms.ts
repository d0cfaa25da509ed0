import { camelName, startHigh, wordsOf } from '../../text/camel-name.ts'

/** Also splits `newCheckout`, whose capitals would be lost among others. */
const withHumpsApart = (key: string): string =>
  key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')

/** The names that code may have for a key, each by its rule. `camel` is the name that `bunting generate` gives it. */
export const aliasForms = {
  camel: camelName,
  pascal: (key: string) => wordsOf(key).map(startHigh).join(''),
  'upper-snake': (key: string) => wordsOf(withHumpsApart(key)).join('_').toUpperCase(),
} as const satisfies Record<string, (key: string) => string>
