import { useMemo, useState } from 'react'
import type { FlagInList } from '../../../api/flags.ts'
import { sortFlags } from '../../../features/flags/choose-flags.ts'
import type { FlagsSearch } from '../../../features/flags/flags-search.ts'

/**
 * The flags in order. A row that changes keeps its place: they are sorted again only when another order is chosen, or when
 * flags are added or removed.
 */
export const useOrder = (flags: readonly FlagInList[], search: Pick<FlagsSearch, 'sort' | 'order'>) => {
  const reason = `${search.sort} ${search.order} ${flags.length}`
  const [made, setMade] = useState<{ reason: string; places: ReadonlyMap<string, number> }>()
  const current = made?.reason === reason ? made : { reason, places: placesOf(sortFlags(flags, search)) }
  if (current !== made) setMade(current)
  const { places } = current
  return useMemo(() => flags.toSorted((a, b) => (places.get(a.id) ?? 0) - (places.get(b.id) ?? 0)), [flags, places])
}

const placesOf = (flags: readonly FlagInList[]): ReadonlyMap<string, number> =>
  new Map(flags.map(({ id }, index) => [id, index]))
