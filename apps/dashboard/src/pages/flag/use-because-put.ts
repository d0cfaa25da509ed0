import type { Environment } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { findConfig, usePendingProposals } from '../../api/proposals.ts'
import { useBecause } from '../../api/session.ts'
import type { LoadedFlag } from '../../features/rule-editor/use-editing-state.ts'

type Target = { flag: LoadedFlag; projectId: string; environment: Environment }

/** Why nothing can be saved or proposed in this environment now; undefined where it can. */
export const useBecausePut = ({ flag, projectId, environment }: Target): string | undefined => {
  const role = useBecause('editor')
  const { items: pending = [] } = usePendingProposals(projectId)
  if (role !== undefined) return role
  if (flag.archivedAt !== null) return 'The flag is archived.'
  if (environment.protected && findConfig(pending, flag.id, environment.id)) {
    return `A proposal is waiting in ${isolate(environment.name)} already, one at a time. Approve, reject or withdraw it first.`
  }
  return undefined
}
