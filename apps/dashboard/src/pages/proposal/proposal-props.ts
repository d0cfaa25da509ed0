import type { Environment } from '@bunting/contract'
import type { FlagInList } from '../../api/flags.ts'
import type { ConfigProposal, Proposal, SegmentProposal } from '../../api/proposals.ts'
import type { SegmentInList } from '../../api/segments.ts'

/** What every part of a proposal's page is about. */
export type ProposalProps = { projectId: string; proposal: Proposal; environment: Environment }

/** Of a proposed config. */
export type ConfigProps = ProposalProps & { proposal: ConfigProposal; flag: FlagInList }

/** Of a proposed segment. */
export type SegmentProps = ProposalProps & { proposal: SegmentProposal; segment: SegmentInList }
