import { useMemo } from 'react'
import { type Proposal, usePendingProposals } from '../../api/proposals.ts'

/** The pending proposals, by flag id. */
export const usePendingByFlag = (projectId: string): ReadonlyMap<string, readonly Proposal[]> => {
  const { items } = usePendingProposals(projectId)
  return useMemo(() => Map.groupBy(items ?? [], ({ flagId }) => flagId ?? ''), [items])
}
