export const wordsOf = (key: string): string[] => key.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')

/** Returns the name of a key in generated code: `newSearch` for `new-search`. Empty if the key has neither letters nor digits. */
export const camelName = (key: string): string => {
  const [first = '', ...others] = wordsOf(key)
  const name = [startLow(first), ...others.map(startHigh)].join('')
  return /^\d/.test(name) ? `_${name}` : name
}

/** `URL` becomes `url`, and `NewSearch` becomes `newSearch`. */
const startLow = (word: string): string =>
  word === word.toUpperCase() ? word.toLowerCase() : `${word.charAt(0).toLowerCase()}${word.slice(1)}`

export const startHigh = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
