import { isolate } from '@bunting/contract/text'
import { useQuery } from '@tanstack/react-query'
import { useNames } from '../../api/actors.ts'
import { proposalQuery } from '../../api/proposals.ts'
import type { Numbered, VersionedKind } from './versioned-kind.ts'

type Saver = { says: string; changed: string; at: string | undefined }

/** The user who saved or approved a version, and when; “somebody” until it is loaded. */
export const useSaver = <Config extends Numbered, Draft>(
  { projectId, versions }: VersionedKind<Config, Draft>,
  version: number,
): Saver => {
  const saved = versions.useVersion(version, true)
  const proposal = useQuery({
    ...proposalQuery(projectId, saved?.proposalId ?? ''),
    enabled: typeof saved?.proposalId === 'string',
  }).data
  const nameOf = useNames([saved?.createdBy ?? null, proposal?.reviewedBy ?? null])
  if (!saved || (saved.proposalId !== null && !proposal)) {
    return {
      says: `Somebody saved version ${version} first`,
      changed: `What version ${version} changed`,
      at: undefined,
    }
  }
  const by = isolate(nameOf(saved.createdBy))
  const at = saved.createdAt
  if (!proposal) {
    return { says: `${by} saved version ${version} first`, changed: `What ${by === 'You' ? 'you' : by} changed`, at }
  }
  const reviewer = proposal.reviewedBy === null ? 'Somebody' : isolate(nameOf(proposal.reviewedBy))
  const whose = by === 'You' ? 'your' : `${by}’s`
  const says = `${reviewer} approved ${whose} proposal as version ${version}`
  return { says, changed: `What version ${version} changed`, at }
}
