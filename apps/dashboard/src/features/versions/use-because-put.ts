import { isolate } from '@bunting/contract/text'
import { usePendingProposals } from '../../api/proposals.ts'
import { useBecause } from '../../api/session.ts'
import type { AnyKind } from './versioned-kind.ts'

/** Why nothing can be saved or proposed in this environment now; undefined if it can. */
export const useBecausePut = ({ noun, projectId, environment, isArchived, versions }: AnyKind): string | undefined => {
  const role = useBecause('editor')
  const { items: pending = [] } = usePendingProposals(projectId)
  if (role !== undefined) return role
  if (isArchived) return `The ${noun} is archived.`
  if (environment.protected && versions.findPending(pending)) {
    return `A proposal is waiting in ${isolate(environment.name)} already, one at a time. Approve, reject or withdraw it first.`
  }
  return undefined
}
