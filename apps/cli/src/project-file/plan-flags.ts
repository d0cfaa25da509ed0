import { type Change, findChanges } from '@bunting/contract/text'
import { own } from '../core/own.ts'
import { namedIn, needsFirst, needsLast } from './order.ts'
import { archiving, type Current, pick, unarchiving, updateOf } from './plan-parts.ts'
import type { FlagEntry, ProjectFile } from './project-file.ts'
import type { Step } from './step.ts'

const needsOf = (entry: FlagEntry | undefined): string[] =>
  Object.values(entry?.environments ?? {}).flatMap((config) => namedIn(config, 'flag'))

/**
 * The steps before the configs. An archived flag takes no config and may not be named by one, so it is unarchived meanwhile.
 * A schema that changes is removed first and added after the configs: neither old nor new values have to fit both.
 */
export const flagSteps = (file: ProjectFile, current: Current, used: ReadonlySet<string>): Step[] =>
  needsFirst(Object.keys(file.flags), (key) => needsOf(own(current.flags, key))).flatMap((key): Step[] => {
    const entry = file.flags[key] as FlagEntry
    const before = own(current.flags, key)
    if (!before) return [{ do: 'create flag', key, entry }]
    const back = before.archived && (!entry.archived || used.has(key)) ? [unarchiving] : []
    const goes = before.schema && schemaChanges(before, entry).length > 0 && (!entry.schema || used.has(key))
    const gone = goes ? [{ fields: { schema: null }, changes: [{ path: 'schema', before: before.schema }] }] : []
    // Separate updates, because a strict environment turns each of these into a proposal of its own.
    return [
      ...updateOf(pick(before, ['name', 'description']), pick(entry, ['name', 'description'])),
      ...(entry.managedBy === undefined ? [] : updateOf(pick(before, ['managedBy']), pick(entry, ['managedBy']))),
      ...gone,
      ...updateOf(pick(before, ['clientSafe']), pick(entry, ['clientSafe'])),
      ...back,
    ].map((update) => ({ do: 'update flag', key, ...update }))
  })

const schemaChanges = (before: FlagEntry | undefined, entry: FlagEntry): Change[] =>
  findChanges(before?.schema, entry.schema, 'schema')

/** The steps after the configs, which add schemas. */
export const schemaSteps = (file: ProjectFile, current: Current): Step[] =>
  Object.entries(file.flags).flatMap(([key, entry]): Step[] => {
    const before = own(current.flags, key)
    const changes = before && entry.schema ? schemaChanges(before, entry) : []
    return changes.length === 0 ? [] : [{ do: 'update flag', key, fields: { schema: entry.schema ?? null }, changes }]
  })

/** The last steps: dependent flags are archived before the flags they need. */
export const archiveFlagSteps = (
  file: ProjectFile,
  current: Current,
  used: ReadonlySet<string>,
  pruned: readonly string[],
): Step[] => {
  const archived = Object.entries(file.flags)
    .filter(([key, entry]) => entry.archived && (!own(current.flags, key)?.archived || used.has(key)))
    .map(([key]) => key)
  const entryOf = (key: string) => own(file.flags, key) ?? own(current.flags, key)
  return needsLast([...archived, ...pruned], (key) => needsOf(entryOf(key))).map((key) => ({
    do: 'update flag',
    key,
    ...archiving,
  }))
}
