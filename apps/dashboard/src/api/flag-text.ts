import { searchText } from '../format/find-words.ts'

type Found = { name: string; key: string; description: string | null; tags?: readonly string[] }

const texts = new WeakMap<Found, string>()

/** The text in which a flag is searched. Cached per flag: a list has thousands, and is filtered at every letter typed. */
export const flagText = (flag: Found): string => {
  const known = texts.get(flag)
  if (known !== undefined) return known
  const made = searchText([flag.name, flag.key, flag.description, ...(flag.tags ?? [])])
  texts.set(flag, made)
  return made
}
