import { proposalApproved } from '../../../rules/audit/audit.ts'
import type { ConfigContent, ProposalOf, SegmentContent } from '../../../rules/changes/proposals.ts'
import type { Tables } from '../../../store/store.ts'
import { appendVersion } from '../../versions/append-version.ts'
import { checkConfig } from '../../versions/check-config.ts'
import { lockFlagSeries, lockSegmentSeries, type Series, type Versioned } from '../../versions/series.ts'
import type { CarryOut, Context, Kind } from './kind.ts'

export const config: Kind<ProposalOf<ConfigContent>> = async (context, tx, proposal) =>
  appendProposed(context, tx, proposal, await lockFlagSeries(tx, proposal.flagId, proposal.environmentId))

export const segment: Kind<ProposalOf<SegmentContent>> = async (context, tx, proposal) =>
  appendProposed(context, tx, proposal, await lockSegmentSeries(tx, proposal.segmentId, proposal.environmentId))

/** Appends the proposed config as the next version, in the proposer's name. */
const appendProposed =
  <Of extends Versioned>(
    context: Context,
    tx: Tables,
    { proposedConfig, id: proposalId, createdBy, comment }: ProposalOf<Of['content']>,
    series: Series<Of>,
  ): CarryOut =>
  async (approved) => {
    const config = { ...proposedConfig, version: (await series.last()).version + 1 }
    const needs = await checkConfig(tx, context.actor.plan, series, config, { isProposed: true })
    const made = { config, needs, createdBy, proposalId, comment }
    const entry = proposalApproved(approved, series.subject, config.version)
    const { result: _, ...changed } = await appendVersion(context, tx, series, made, entry)
    return changed
  }
