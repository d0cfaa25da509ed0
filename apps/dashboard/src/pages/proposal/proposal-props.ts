import type { Environment } from '@bunting/contract'
import type { FlagInList } from '../../data/flags.ts'
import type { Proposal } from '../../data/proposals.ts'

/** What every part of a proposal's page is about. */
export type ProposalProps = { projectId: string; proposal: Proposal; flag: FlagInList; environment: Environment }
