import { camelName } from '../text/camel-name.ts'

/**
 * A name for each key: in camel case, and with a number where an earlier key has it. Keys come oldest first, so that a flag that
 * is added never takes over the name of another.
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
