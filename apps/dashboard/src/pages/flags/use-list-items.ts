import { useCallback, useMemo, useState } from 'react'
import { useActors } from '../../api/actors.ts'
import type { FlagInList } from '../../api/flags.ts'
import type { FlagsSearch } from '../../features/flags/flags-search.ts'
import { groupFlags } from '../../features/flags/group-flags.ts'

const noFlags: readonly FlagInList[] = []
const nothing: ReadonlySet<string> = new Set()
const noIds: readonly string[] = []

/** The rows of the table: the flags, in groups if the user wants them. */
export const useListItems = (flags: readonly FlagInList[] = noFlags, group: FlagsSearch['group']) => {
  const [closed, setClosed] = useState(nothing)
  const ids = useMemo(
    () => (group === 'owner' ? [...new Set(flags.flatMap(({ ownerId }) => ownerId ?? []))] : noIds),
    [flags, group],
  )
  const actorOf = useActors(ids)
  const names = JSON.stringify(ids.map((id) => actorOf(id).name))
  // `names` stands for `actorOf`, which is a new function at every render.
  const items = useMemo(
    () => groupFlags(flags, { group, closed, nameOf: (id) => actorOf(id).name }),
    [flags, group, closed, names],
  )
  const fold = useCallback(
    (id: string) =>
      setClosed((before) =>
        before.has(id) ? new Set([...before].filter((one) => one !== id)) : new Set([...before, id]),
      ),
    [],
  )
  return { items, fold }
}
