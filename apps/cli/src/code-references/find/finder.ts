import { makeSearch } from './automaton.ts'
import { type StandsAlone, standsBetweenBorders, standsInQuotes } from './borders.ts'
import { openLines } from './lines.ts'
import { type Method, methods, readCall } from './sdk-calls.ts'

/** A flag to search for, and its aliases in code. */
export type Wanted = { key: string; aliases: readonly string[] }

/** A line that names a flag. */
type Found = {
  /** The flag's index. */
  flag: number
  line: number
  /** The offset of the name in bytes. */
  at: number
  /** The name, if it is not the key itself. */
  alias?: string
}

/** A call of an SDK method with an unknown key. */
type UnknownCall = { key: string; line: number }

export type Finder = {
  /** Finds references in a UTF-8 text, one per flag and line. */
  find(bytes: Buffer): Found[]
  /** Also finds calls for flags that do not exist. */
  findAll(bytes: Buffer): { found: Found[]; unknown: UnknownCall[] }
}

/** Shorter names are found only if they cannot be anything else. */
const minLength = 3

/** The meaning of a text that the search finds: a key, aliases, or an SDK method. */
type Meaning = { bytes: number; keyOf: number | undefined; aliasOf: number[]; method: Method | undefined }

/** Searches for all flags in one pass, however many there are. */
export const makeFinder = (wanted: readonly Wanted[], delimiters: readonly string[]): Finder => {
  const keys = new Set(wanted.map(({ key }) => key))
  const { texts, meanings } = meaningsOf(wanted)
  const search = makeSearch(texts)
  // A dot may be part of a key. An alias is an identifier, so a dot ends it.
  const standsAsKey = standsBetweenBorders('-._', delimiters)
  const standsAsAlias = standsBetweenBorders('-_', delimiters)

  const findAll: Finder['findAll'] = (bytes) => {
    const found: Found[] = []
    const unknown: UnknownCall[] = []
    const latest = new Map<number, Found>()
    const lineAt = openLines(bytes)
    const add = (flag: number, at: number, alias?: string) => {
      const line = lineAt(at)
      const same = latest.get(flag)
      if (same?.line !== line) {
        const reference: Found = { flag, line, at, ...(alias === undefined ? {} : { alias }) }
        latest.set(flag, reference)
        found.push(reference)
      } else if (alias === undefined && same.alias !== undefined) {
        delete same.alias
        same.at = at
      }
    }
    search(bytes, (text, end) => {
      const { bytes: length, keyOf, aliasOf, method } = meanings[text] as Meaning
      const start = end - length
      if (method !== undefined) {
        const call = readCall(bytes, start, end, method)
        if (call !== undefined && !keys.has(call.key)) unknown.push({ key: call.key, line: lineAt(call.at) })
      }
      const asKey: StandsAlone = length < minLength ? standsInQuotes : standsAsKey
      if (keyOf !== undefined && asKey(bytes, start, end)) add(keyOf, start)
      if (aliasOf.length > 0 && standsAsAlias(bytes, start, end))
        for (const flag of aliasOf) add(flag, start, texts[text])
    })
    return { found, unknown }
  }
  return { findAll, find: (bytes) => findAll(bytes).found }
}

const meaningsOf = (wanted: readonly Wanted[]): { texts: string[]; meanings: Meaning[] } => {
  const byText = new Map<string, Meaning>()
  const meaningOf = (text: string): Meaning => {
    const known = byText.get(text)
    if (known) return known
    const made: Meaning = { bytes: Buffer.byteLength(text), keyOf: undefined, aliasOf: [], method: undefined }
    byText.set(text, made)
    return made
  }
  for (const [flag, { key, aliases }] of wanted.entries()) {
    meaningOf(key).keyOf = flag
    for (const alias of new Set(aliases)) if (alias.length >= minLength) meaningOf(alias).aliasOf.push(flag)
  }
  for (const method of methods) meaningOf(method.text).method = method
  return { texts: [...byText.keys()], meanings: [...byText.values()] }
}
