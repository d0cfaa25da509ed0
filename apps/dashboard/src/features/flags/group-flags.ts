import type { FlagInList } from '../../api/flags.ts'
import type { FlagsSearch } from './flags-search.ts'

/** An item of the table: a flag, or the heading of a group. */
export type ListItem =
  | { kind: 'flag'; id: string; flag: FlagInList }
  | { kind: 'group'; id: string; label: string; count: number; isOpen: boolean }

type Grouping = {
  group: FlagsSearch['group']
  /** The ids of folded groups. */
  closed: ReadonlySet<string>
  nameOf(ownerId: string): string
}

/** Groups the flags, if a group is chosen. A flag with several tags is under each; flags without any come last. */
export const groupFlags = (flags: readonly FlagInList[], { group, closed, nameOf }: Grouping): readonly ListItem[] => {
  if (group === undefined) return flags.map((flag) => ({ kind: 'flag', id: flag.id, flag }))
  const groups = new Map<string, FlagInList[]>()
  for (const flag of flags) {
    for (const name of namesOf[group](flag)) {
      const others = groups.get(name)
      if (others) others.push(flag)
      else groups.set(name, [flag])
    }
  }
  const labelOf = (name: string): string => (group === 'owner' ? nameOf(name) : name)
  return [...groups]
    .map(([name, members]) => ({
      id: `${group} ${name}`,
      label: name === '' ? none[group] : labelOf(name),
      name,
      members,
    }))
    .sort((a, b) => Number(a.name === '') - Number(b.name === '') || a.label.localeCompare(b.label, 'en'))
    .flatMap(({ id, label, members }): ListItem[] => {
      const isOpen = !closed.has(id)
      const heading: ListItem = { kind: 'group', id, label, count: members.length, isOpen }
      return isOpen
        ? [heading, ...members.map((flag): ListItem => ({ kind: 'flag', id: `${id} ${flag.id}`, flag }))]
        : [heading]
    })
}

const namesOf = {
  tag: ({ tags }: FlagInList): readonly string[] => (tags && tags.length > 0 ? tags : ['']),
  owner: ({ ownerId }: FlagInList): readonly string[] => [ownerId ?? ''],
}

const none = { tag: 'No tag', owner: 'Nobody' }
