import { wrongUse } from '../../core/failure.ts'
import { flagKeySchema } from '../../project-file/project-file.ts'

const isKey = (text: string): boolean => flagKeySchema.safeParse(text).success

/** The nearest key that Bunting can have: what it cannot have becomes a dash. */
export const nearestKey = (key: string): string => {
  if (isKey(key)) return key
  const dashed = key
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^[^A-Za-z0-9]+/, '')
    .slice(0, 128)
  if (dashed === '') return 'flag'
  return isKey(dashed) ? dashed : `flag-${dashed}`.slice(0, 128)
}

/** Keys of ours by those of theirs. Two that would become one are told at once: nobody may lose a flag. */
export const nameKeys = (keys: Iterable<string>): Map<string, string> => {
  const names = new Map<string, string>()
  const taken = new Map<string, string>()
  for (const key of new Set(keys)) {
    const name = nearestKey(key)
    const other = taken.get(name)
    if (other !== undefined)
      wrongUse(`"${other}" and "${key}" would both become the flag ${name}.`, 'Rename one there.')
    taken.set(name, key)
    names.set(key, name)
  }
  return names
}
