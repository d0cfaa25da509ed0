import type { FlagType, FlagValue } from '@bunting/engine'
import type { ConfigEntry, FlagEntry } from '../../project-file/project-file.ts'
import type { Choices, Converted, Snapshot } from '../converted.ts'
import { attempt } from '../shared/by-hand.ts'
import { descriptionFor, nameFor, tagsFor } from '../shared/facts.ts'
import { type Notes, openFindings } from '../shared/findings.ts'
import { openKeys, renamed } from '../shared/keys.ts'
import { offConfig } from '../shared/off.ts'

/** The context of one flag of a source in one of its environments. */
export type Place = {
  /** The flag's name in the source, from which salts are made. */
  theirs: string
  choices: Choices
  notes: Notes
  /** Bunting's key of another flag; undefined if the source has no flag of that name there. */
  keyOf(theirs: string): string | undefined
}

/** How to read the flags of a source that stores each flag by itself. */
export type Reading<Flag> = {
  title: string
  flagsIn(environment: unknown, name: string): Readonly<Record<string, Flag>>
  typeOf(flag: Flag): FlagType
  /** Converts a config. Throws `ByHand` if Bunting cannot answer alike. */
  configOf(flag: Flag, type: FlagType, place: Place): ConfigEntry
  /** The answer of the flag while it is off. */
  defaultOf(flag: Flag, type: FlagType): FlagValue
  factsOf(flag: Flag): { description?: string | undefined; tags?: readonly string[] }
}

/** Converts a source's environments to one project. A flag that cannot be converted in one of them is by hand there. */
export const convertFlags = <Flag>(snapshot: Snapshot, choices: Choices, reading: Reading<Flag>): Converted => {
  const { title } = reading
  const findings = openFindings()
  const keyFor = openKeys('flag')
  const flags: Record<string, FlagEntry> = {}
  for (const [name, environment] of choices.environments) {
    const there = reading.flagsIn(snapshot.environments[name], name)
    findings
      .at({ environment })
      .widened(
        'type-strict',
        `Bunting compares by the text of a value, ${title} also by its type: contexts that send an attribute with another type than before may get another answer.`,
      )
    for (const [theirs, flag] of Object.entries(there)) {
      const flagKey = keyFor(theirs)
      for (const finding of renamed(theirs, { flagKey })) findings.add(finding)
      const entry = Object.hasOwn(flags, flagKey) ? flags[flagKey] : undefined
      const known = entry ?? entryOf(snapshot, theirs, reading, flag)
      flags[flagKey] = known
      const notes = findings.at({ flagKey, environment })
      const keyOf = (other: string) => (Object.hasOwn(there, other) ? keyFor(other) : undefined)
      const config = attempt(
        () => reading.configOf(flag, known.type, { theirs, choices, notes, keyOf }),
        ({ code, message }) => notes.byHand(code, message),
      )
      known.environments[environment] = config ?? offConfig(reading.defaultOf(flag, known.type))
    }
  }
  return { flags, segments: {}, findings: findings.list(), moments: findings.moments() }
}

const entryOf = <Flag>(
  { source }: Snapshot,
  theirs: string,
  { title, factsOf, typeOf }: Reading<Flag>,
  flag: Flag,
): FlagEntry => {
  const { description, tags = [] } = factsOf(flag)
  return {
    name: nameFor(theirs, 'flag'),
    description: descriptionFor(description, `From ${title}: ${theirs}`),
    type: typeOf(flag),
    clientSafe: false,
    tags: tagsFor(source, tags),
    archived: false,
    environments: {},
  }
}
