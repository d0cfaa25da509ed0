import { useEffect, useState } from 'react'
import { useAuditLog } from '../../api/audit-log.ts'
import { useEnvironments } from '../../api/environments.ts'
import type { Zone } from '../../format/days.ts'
import { type Filter, fits, isSearch, serverFilter } from './filter.ts'
import { useEntryNames } from './names.ts'

/** A search stops after this many hits or pages, and offers to continue. */
const enough = 50
const pagesAtOnce = 10

/** The entries that match among those loaded so far. While there are few, more pages are loaded automatically. */
export const useFound = (projectId: string, filter: Filter, zone: Zone) => {
  const environments = useEnvironments(projectId)
  const log = useAuditLog(projectId, serverFilter(filter, { zone, environments }))
  const { items, hasNextPage, isFetching, isError, fetchNextPage, data } = log
  const names = useEntryNames(projectId, items ?? [])
  // Entries wait until the actors before them are named: a name that changes later would move the text while it is read.
  const unnamed = items?.findIndex(({ actorId }) => names.actor(actorId).isAwaited) ?? -1
  const named = unnamed < 0 ? items : unnamed === 0 ? undefined : items?.slice(0, unnamed)
  const found = named?.filter((entry) => fits(entry, filter, names))
  const pages = data?.pages.length ?? 0
  const [until, setUntil] = useState({ found: enough, pages: pagesAtOnce })
  const isLooking = isSearch(filter) && hasNextPage && (found?.length ?? 0) < until.found && pages < until.pages
  useEffect(() => {
    if (isLooking && !isFetching && !isError) fetchNextPage()
  }, [isLooking, isFetching, isError, fetchNextPage])
  const lookFurther = () => {
    setUntil({ found: (found?.length ?? 0) + enough, pages: pages + pagesAtOnce })
    fetchNextPage()
  }
  return { ...log, names, found, isLooking, lookFurther }
}
