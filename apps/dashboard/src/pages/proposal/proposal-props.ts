import type { Environment } from '@bunting/contract'
import type { FlagInList } from '../../api/flags.ts'
import type { ConfigProposal, Proposal, SegmentProposal } from '../../api/proposals.ts'
import type { SegmentInList } from '../../api/segments.ts'

/** The props of every part of a proposal's page. */
export type ProposalProps = { projectId: string; proposal: Proposal; environment: Environment }

/** The same for a proposed config. */
export type ConfigProps = ProposalProps & { proposal: ConfigProposal; flag: FlagInList }

/** The same for a proposed segment. */
export type SegmentProps = ProposalProps & { proposal: SegmentProposal; segment: SegmentInList }
