import { findChanges } from '@bunting/contract/text'
import { own } from '../core/own.ts'
import type { Current } from './plan-parts.ts'
import type { FlagEntry, ProjectFile } from './project-file.ts'
import type { Members } from './read-project.ts'
import type { Step } from './step.ts'

const names = ['tags', 'owner', 'kind', 'expectedEnd'] as const

const factsOf = ({ tags = [], owner = null, kind = null, expectedEnd = null }: FlagEntry) => ({
  tags,
  owner,
  kind,
  expectedEnd,
})

/** Tells whether a file uses these fields at all, which older files do not. If it does, a flag without them has none. */
const saysFacts = ({ flags }: ProjectFile): boolean =>
  Object.values(flags).some((entry) => names.some((name) => entry[name] !== undefined))

/** The steps that make tags, owners and the like equal to the file's. */
export const factSteps = (file: ProjectFile, current: Current): Step[] => {
  if (!saysFacts(file)) return []
  return Object.entries(file.flags).flatMap(([key, entry]): Step[] => {
    const before = own(current.flags, key)
    if (!before) return []
    const [from, to] = [factsOf(before), factsOf(entry)]
    const changed = names.filter((name) => findChanges(from[name], to[name]).length > 0)
    if (changed.length === 0) return []
    const fields = Object.fromEntries(changed.map((name) => [name, to[name]]))
    const changes = changed.map((path) => ({ path, before: from[path], after: to[path] }))
    return [{ do: 'update flag', key, fields, changes }]
  })
}

/** Keeps the current owner if the file names somebody who is no member here, and reports that. */
export const withKnownOwners = (
  file: ProjectFile,
  current: Current,
  members: Members,
): { file: ProjectFile; notes: string[] } => {
  const notes: string[] = []
  const flags = Object.entries(file.flags).map(([key, entry]) => {
    const { owner, ...rest } = entry
    if (typeof owner !== 'string' || members.idOf(owner) !== undefined) return [key, entry] as const
    notes.push(`No member has the e-mail ${owner}: the owner of ${key} stays as it is.`)
    const before = own(current.flags, key)?.owner
    return [key, before === undefined ? rest : { ...rest, owner: before }] as const
  })
  return { file: { ...file, flags: Object.fromEntries(flags) }, notes }
}

/** Replaces the owner's address by the id that the API takes; unknown owners were dropped before. */
export const withOwnerId = <Fields extends { owner?: string | null | undefined }>(
  { owner, ...fields }: Fields,
  members: Members,
): Omit<Fields, 'owner'> & { ownerId?: string | null } => {
  if (owner === undefined) return fields
  const ownerId = owner === null ? null : members.idOf(owner)
  return ownerId === undefined ? fields : { ...fields, ownerId }
}
