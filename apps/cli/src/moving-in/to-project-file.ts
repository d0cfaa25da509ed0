import { own } from '../core/own.ts'
import type { Current } from '../project-file/plan-parts.ts'
import type { FlagEntry, ProjectFile } from '../project-file/project-file.ts'
import type { Converted } from './converted.ts'

/**
 * Converts the import to a project file that leaves the environments unchanged. For flags of an earlier import it keeps what
 * people have edited in Bunting: the source only decides their configs, and adds tags.
 */
export const toProjectFile = ({ flags, segments }: Converted, current: Current): ProjectFile => ({
  bunting: 1,
  project: current.project,
  environments: current.environments,
  segments: Object.fromEntries(
    Object.entries(segments).map(([key, { environments, ...fields }]) => {
      // The ids of a large one are uploaded.
      const entry = { ...fields, environments: fields.large ? {} : environments }
      const before = own(current.segments, key)
      return [key, before ? { ...entry, name: before.name, description: before.description } : entry]
    }),
  ),
  flags: Object.fromEntries(
    Object.entries(flags).map(([key, entry]) => [key, withFacts(entry, own(current.flags, key))]),
  ),
})

const withFacts = (entry: FlagEntry, before: FlagEntry | undefined): FlagEntry => {
  if (!before) return entry
  const { name, description, clientSafe, schema, owner = entry.owner, kind = entry.kind, expectedEnd } = before
  return {
    ...entry,
    name,
    description,
    clientSafe,
    tags: [...new Set([...(before.tags ?? []), ...(entry.tags ?? [])])],
    ...(schema === undefined ? {} : { schema }),
    ...(owner === undefined ? {} : { owner }),
    ...(kind === undefined ? {} : { kind }),
    ...(expectedEnd === undefined ? {} : { expectedEnd }),
  }
}
