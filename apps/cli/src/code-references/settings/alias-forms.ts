const wordsOf = (key: string): string[] => key.split(/[._-]+/).filter((word) => word !== '')

/** `URL` becomes `url`, and `NewSearch` becomes `newSearch`. */
const startLow = (word: string): string =>
  word === word.toUpperCase() ? word.toLowerCase() : `${word.charAt(0).toLowerCase()}${word.slice(1)}`

const startHigh = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`

/** Also splits `newCheckout`, whose capitals would be lost among others. */
const withHumpsApart = (key: string): string =>
  key.replace(/([a-z0-9])([A-Z])/g, '$1_$2').replace(/([A-Z])([A-Z][a-z])/g, '$1_$2')

/** The names that code may have for a key, each by its rule. `camel` is the name that `bunting generate` gives it. */
export const aliasForms = {
  camel: (key: string) => {
    const [first = '', ...others] = wordsOf(key)
    const name = [startLow(first), ...others.map(startHigh)].join('')
    return /^\d/.test(name) ? `_${name}` : name
  },
  pascal: (key: string) => wordsOf(key).map(startHigh).join(''),
  'upper-snake': (key: string) => wordsOf(withHumpsApart(key)).join('_').toUpperCase(),
} as const satisfies Record<string, (key: string) => string>
