/**
 * A name for each key: in camel case, and with a number where an earlier key has it. Keys come oldest first, so that a flag that
 * is added never takes over the name of another.
 */
export const namesOf = (keys: readonly string[]): Map<string, string> => {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const key of keys) {
    const base = camelName(key)
    let name = base
    for (let number = 2; taken.has(name); number++) name = `${base}${number}`
    taken.add(name)
    names.set(key, name)
  }
  return names
}

const camelName = (key: string): string => {
  const [first = '', ...others] = key.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const name = [startLow(first), ...others.map(startHigh)].join('')
  if (name === '') return 'flag'
  return /^\d/.test(name) ? `_${name}` : name
}

/** `URL` becomes `url`, and `NewSearch` becomes `newSearch`. */
const startLow = (word: string): string =>
  word === word.toUpperCase() ? word.toLowerCase() : `${word.charAt(0).toLowerCase()}${word.slice(1)}`

const startHigh = (word: string): string => `${word.charAt(0).toUpperCase()}${word.slice(1)}`
