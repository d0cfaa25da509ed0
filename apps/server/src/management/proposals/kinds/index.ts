import type { ProposalKind } from '@bunting/contract'
import type { Proposal } from '../../../rules/changes/proposals.ts'
import { config, segment } from './config.ts'
import { environment } from './environment.ts'
import { experiment } from './experiment.ts'
import { flagChange } from './flag-change.ts'
import type { Kind } from './kind.ts'
import { resume } from './resume.ts'
import { schedule } from './schedule.ts'
import { segmentIds } from './segment-ids.ts'

/** Every kind of proposal, with its approval. */
const kinds = {
  config,
  archive: flagChange,
  clientSafe: flagChange,
  environment,
  segment,
  segmentIds,
  schedule,
  resume,
  experiment,
} satisfies Record<ProposalKind, Kind<never>>

export const prepareApproval: Kind<Proposal> = (context, tx, proposal) =>
  (kinds[proposal.kind ?? 'config'] as Kind<Proposal>)(context, tx, proposal)
