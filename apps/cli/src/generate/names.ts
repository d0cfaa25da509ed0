import { camelName } from '../text/camel-name.ts'

/**
 * Returns a name for each key: in camel case, with a number if an earlier key has the same name. Keys are sorted oldest first, so
 * that a new flag never takes over the name of another.
 */
export const namesOf = (keys: readonly string[]): Map<string, string> => {
  const names = new Map<string, string>()
  const taken = new Set<string>()
  for (const key of keys) {
    const base = camelName(key) || 'flag'
    let name = base
    for (let number = 2; taken.has(name); number++) name = `${base}${number}`
    taken.add(name)
    names.set(key, name)
  }
  return names
}
