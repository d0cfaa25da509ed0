import { limits } from '@bunting/contract'
import type { FlagType, FlagValue } from '@bunting/engine'
import type { ConfigEntry, FlagEntry } from '../../project-file/project-file.ts'
import type { Choices, Converted, Snapshot } from '../converted.ts'
import { nameKeys } from './flag-key.ts'
import { type Note, type Notes, openNotes } from './note.ts'
import { Unmappable } from './unmappable.ts'

/** A flag of a source in one of its environments. */
export type Place = {
  /** As the source calls it: salts are made of it. */
  theirs: string
  choices: Choices
  note: Note
  /** Our key of another flag; undefined where the source has none of that name there. */
  keyOf(theirs: string): string | undefined
}

/** How flags of a source are read that it keeps one by one. */
export type Reading<Flag> = {
  title: string
  flagsIn(environment: unknown, name: string): Readonly<Record<string, Flag>>
  typeOf(flag: Flag): FlagType
  /** Fails as `Unmappable` where Bunting cannot answer alike. */
  configOf(flag: Flag, type: FlagType, place: Place): ConfigEntry
  /** What the flag answers while it is off. */
  defaultOf(flag: Flag, type: FlagType): FlagValue
  factsOf(flag: Flag): { description?: string | undefined; tags?: readonly string[] }
  /** What there is to know about all flags of an environment. */
  noteOn?(environment: string, notes: Notes): void
}

/** One project of a source's environments. A flag that cannot be mapped in one of them is off there, with a finding. */
export const convertFlags = <Flag>(snapshot: Snapshot, choices: Choices, reading: Reading<Flag>): Converted => {
  const notes = openNotes()
  const read = [...choices.environments].map(([theirs, ours]) => ({
    environment: ours,
    flags: reading.flagsIn(snapshot.environments[theirs], theirs),
  }))
  const keys = nameKeys(read.flatMap(({ flags }) => Object.keys(flags)))
  const flags = new Map<string, FlagEntry>()
  for (const [theirs, ours] of keys) {
    if (ours !== theirs) notes.of({ flagKey: ours })('widened', 'renamed', `"${theirs}" is called ${ours} here.`)
  }
  for (const { environment, flags: there } of read) {
    reading.noteOn?.(environment, notes)
    for (const [theirs, flag] of Object.entries(there)) {
      const key = keys.get(theirs) as string
      const entry = flags.get(key) ?? entryOf(snapshot, theirs, reading.typeOf(flag), reading, flag)
      flags.set(key, entry)
      const place: Place = {
        theirs,
        choices,
        note: notes.of({ flagKey: key, environment }),
        keyOf: (other) => (Object.hasOwn(there, other) ? keys.get(other) : undefined),
      }
      entry.environments[environment] = configIn(reading, flag, entry.type, place)
    }
  }
  return { flags: Object.fromEntries(flags), segments: {}, findings: notes.all }
}

const entryOf = <Flag>(
  { source }: Snapshot,
  theirs: string,
  type: FlagType,
  { title, factsOf }: Reading<Flag>,
  flag: Flag,
): FlagEntry => {
  const { description, tags = [] } = factsOf(flag)
  const from = `Imported from ${title}.`
  const words = description === undefined ? [] : [description.slice(0, limits.description - from.length - 1)]
  return {
    name: theirs.slice(0, limits.name),
    description: [...words, from].join('\n'),
    type,
    clientSafe: false,
    tags: [...new Set([`from-${source}`, ...tags.map((tag) => tag.trim().slice(0, limits.tag).trim())])]
      .filter((tag) => tag !== '')
      .slice(0, limits.tags),
    archived: false,
    environments: {},
  }
}

const configIn = <Flag>(reading: Reading<Flag>, flag: Flag, type: FlagType, place: Place): ConfigEntry => {
  const noted: Parameters<Note>[] = []
  try {
    const config = reading.configOf(flag, type, { ...place, note: (...finding) => void noted.push(finding) })
    for (const finding of noted) place.note(...finding)
    return config
  } catch (error) {
    if (!(error instanceof Unmappable)) throw error
    place.note('by-hand', error.code, error.message)
    return { enabled: false, defaultValue: reading.defaultOf(flag, type), rules: [] }
  }
}
