import type { Environment } from '@bunting/contract'
import type { FlagInList } from '../../api/flags.ts'
import type { Plan, Planned } from './plan.ts'

type Archiving = {
  /** All flags of the project: others may need those to archive. */
  all: readonly FlagInList[]
  environments: readonly Environment[]
  /** Why the caller may not archive a flag that has a version in a protected environment. */
  because(flag: FlagInList): string | undefined
}

/** The flags in the order of archiving: dependents first, since a flag that others need cannot be archived. */
export const planArchive = (flags: readonly FlagInList[], archiving: Archiving): Plan => {
  const chosen = new Set(flags.map(({ key }) => key))
  const neededBy = usersOf(archiving.all)
  return usersFirst(flags, neededBy).map((flag) => planOne(flag, chosen, neededBy, archiving))
}

const planOne = (
  flag: FlagInList,
  chosen: ReadonlySet<string>,
  neededBy: Users,
  { because, environments }: Archiving,
): Planned => {
  const { key, name } = flag
  if (flag.archivedAt !== null) return { key, name, outcome: 'same', says: 'It is archived already.' }
  const refusal = because(flag)
  if (refusal !== undefined) return { key, name, outcome: 'refused', says: refusal }
  const others = (neededBy.get(key) ?? []).filter((user) => !chosen.has(user))
  if (others.length > 0)
    return {
      key,
      name,
      outcome: 'refused',
      says: `${others.join(', ')} ${others.length === 1 ? 'needs' : 'need'} it, so it stays.`,
    }
  const strict = environments.find((one) => one.strict && flag.versions[one.id])
  return {
    key,
    name,
    outcome: strict ? 'proposes' : 'changes',
    says: strict
      ? `${strict.name} is strict: somebody else approves it.`
      : 'Apps get nothing for it, in every environment.',
    step: { does: 'update', flagKey: key, change: { archived: true } },
  }
}

type Users = ReadonlyMap<string, readonly string[]>

/** The active flags that have a flag as a prerequisite, by its key. */
const usersOf = (flags: readonly FlagInList[]): Users => {
  const users = new Map<string, string[]>()
  for (const { key, versions, archivedAt } of flags) {
    if (archivedAt !== null) continue
    const needs = Object.values(versions).flatMap(({ config }) => config.prerequisites ?? [])
    for (const needed of new Set(needs.map(({ flagKey }) => flagKey)))
      users.set(needed, [...(users.get(needed) ?? []), key])
  }
  return users
}

const usersFirst = (flags: readonly FlagInList[], neededBy: Users): readonly FlagInList[] => {
  const byKey = new Map(flags.map((flag) => [flag.key, flag]))
  const ordered = new Map<string, FlagInList>()
  const met = new Set<string>()
  const put = (flag: FlagInList): void => {
    if (met.has(flag.key)) return
    met.add(flag.key)
    for (const user of neededBy.get(flag.key) ?? []) {
      const found = byKey.get(user)
      if (found) put(found)
    }
    ordered.set(flag.key, flag)
  }
  for (const flag of flags) put(flag)
  return [...ordered.values()]
}
