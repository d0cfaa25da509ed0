import { useEffect } from 'react'
import { usePages } from '../../api/core/every-page.ts'
import { type FlagRef, flagVersionsQuery } from '../../api/flag-versions.ts'
import type { Proposal } from '../../api/proposals.ts'

/** The version that an approved proposal became: searched from the newest on, through as many pages as needed. */
export const useMadeVersion = (flagRef: FlagRef, { id, status }: Proposal): number | undefined => {
  const query = usePages({ ...flagVersionsQuery(flagRef), enabled: status === 'approved' })
  const { items, hasNextPage, isFetching, isError, fetchNextPage } = query
  const made = items?.find(({ proposalId }) => proposalId === id)?.version
  const isFurther = made === undefined && hasNextPage && !isFetching && !isError
  useEffect(() => {
    if (isFurther) fetchNextPage()
  }, [isFurther, fetchNextPage])
  return status === 'approved' ? made : undefined
}
