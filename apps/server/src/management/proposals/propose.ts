import type { EnvironmentId, ProjectId, ProposalId } from '@bunting/contract'
import { type Actor, personOf } from '../../http/auth/actor.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import { proposed } from '../../http/endpoint/handle.ts'
import { proposalCreated } from '../../rules/audit/audit.ts'
import type { Content, Proposal } from '../../rules/changes/proposals.ts'
import type { Subject } from '../../rules/configs/subject.ts'
import type { Tables } from '../../store/store.ts'
import type { Changed } from '../change.ts'
import { replace } from './replace.ts'

type Proposing<Of> = {
  /** Where it was told before. */
  id?: ProposalId | undefined
  projectId: ProjectId
  environmentId: EnvironmentId
  /** The flag or segment that the proposal is about; none if it is about the environment. */
  subject?: Subject | undefined
  content: Of
  /** The reason, if one was given. */
  comment?: string | undefined
  /** An earlier proposal of the same person that this one replaces. */
  replaces?: string | undefined
}

/** Stores a proposal of any kind. */
export const propose = async <Of extends Content>(
  { actor, newId, nowUs }: Pick<Deps, 'newId' | 'nowUs'> & { actor: Actor },
  tx: Tables,
  { id = newId('proposal'), projectId, environmentId, subject, content, comment, replaces }: Proposing<Of>,
): Promise<Changed<Proposal & Of & { [proposed]: true }>> => {
  const proposerId = personOf(actor)
  const addresses = await tx.users.addressesOf(proposerId === null ? [] : [proposerId])
  const replaced =
    replaces === undefined
      ? undefined
      : await replace({ actor, nowUs }, tx, replaces, { ...content, environmentId, id })
  const proposal = await tx.proposals.insert(
    {
      ...content,
      id,
      orgId: actor.orgId,
      projectId,
      environmentId,
      comment,
      replaces: replaced?.id,
      createdBy: actor.id,
      proposerId,
      proposerAddress: (proposerId && addresses.get(proposerId)) ?? null,
    },
    nowUs(),
  )
  return {
    result: { ...proposal, ...content, [proposed]: true },
    audit: [...(replaced?.audit ?? []), proposalCreated(proposal, subject)],
  }
}
