import { useMemo } from 'react'
import { useEnvironments } from '../../api/environments.ts'
import { useFavourites } from '../../api/favourites.ts'
import { useStaleFlags } from '../../api/flag-summaries.ts'
import { type FlagInList, useFlags } from '../../api/flags.ts'
import { useSession } from '../../api/session.ts'
import { filterFlags } from '../../features/flags/choose-flags.ts'
import type { FlagsSearch } from '../../features/flags/flags-search.ts'
import { dayOf } from '../../format/time.ts'
import { useNow } from '../../ui/use-now.ts'
import { useOrder } from './filters/use-order.ts'

const noFlags: readonly FlagInList[] = []
/** The size of the first page: only it is shown until the rest is loaded, so that rows do not move with every page. */
const firstPage = 100

/** The flags that match the address, in its order. Undefined until some are loaded. */
export const useChosenFlags = (projectId: string, search: FlagsSearch) => {
  const environments = useEnvironments(projectId)
  const environment = environments.find(({ slug }) => slug === search.env) ?? environments[0]
  const { items, isComplete, error, refetch, fetchNextPage } = useFlags(projectId)
  const { reasons: stale, ...staleFlags } = useStaleReasons(projectId, search.stale !== undefined)
  const favourites = useFavourites(projectId)
  const { user } = useSession()
  const today = dayOf(useNow())
  const isKnown =
    items !== undefined &&
    (search.stale === undefined || stale !== undefined) &&
    (search.favourite === undefined || favourites !== undefined)

  const pool = useMemo(
    () => (isComplete || isFiltered(search) ? items : items?.slice(0, firstPage)) ?? noFlags,
    [items, isComplete, search],
  )
  const ordered = useOrder(pool, search)
  const asked = JSON.stringify(search)
  const envId = environment?.id
  const where = { envId, stale, userId: user.id, today, favourites }
  // `asked` stands for the search, which is a new object at every render.
  const flags = useMemo(
    () => (isKnown ? filterFlags(ordered, search, where) : undefined),
    [isKnown, ordered, asked, envId, stale, user.id, today, favourites],
  )
  const othersShow = search.show === 'archived' ? undefined : 'archived'
  const { show: _shown, ...rest } = search
  const others =
    flags?.length === 0 && isComplete && filterFlags(ordered, othersShow ? { ...rest, show: othersShow } : rest, where)

  const counts = useMemo(() => {
    if (!isComplete || !items) return undefined
    const archived = items.filter(({ archivedAt }) => archivedAt !== null).length
    return { active: items.length - archived, archived }
  }, [items, isComplete])
  const retry = (): void => {
    if (staleFlags.error) void staleFlags.refetch()
    // The pages loaded so far stay; only the rest is requested again.
    if (error) void (items ? fetchNextPage() : refetch())
  }
  return {
    flags,
    /** Every flag loaded so far. */
    all: items ?? noFlags,
    favourites,
    others: others || undefined,
    counts,
    environment,
    environments,
    isEmpty: isComplete && items?.length === 0,
    error: error ?? staleFlags.error,
    retry,
  }
}

const isFiltered = ({ sort: _s, order: _o, group: _g, view: _v, new: _n, ...filters }: FlagsSearch): boolean =>
  Object.keys(filters).length > 0

const useStaleReasons = (projectId: string, wanted: boolean) => {
  const { items, isComplete, error, refetch } = useStaleFlags(projectId, wanted)
  const reasons = useMemo(
    () => (items && isComplete ? new Map<string, string>(items.map(({ key, reason }) => [key, reason])) : undefined),
    [items, isComplete],
  )
  return { reasons, error: wanted ? error : null, refetch }
}
