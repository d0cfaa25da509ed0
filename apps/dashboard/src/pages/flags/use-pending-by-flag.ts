import { useMemo } from 'react'
import { usePendingProposals } from '../../data/proposals.ts'

/** What waits for a review, by flag id. */
export const usePendingByFlag = (projectId: string) => {
  const { items } = usePendingProposals(projectId)
  return useMemo(() => Map.groupBy(items ?? [], ({ flagId }) => flagId), [items])
}
