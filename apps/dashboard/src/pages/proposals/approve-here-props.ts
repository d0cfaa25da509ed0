import type { Environment } from '@bunting/contract'
import type { FlagInList } from '../../data/flags.ts'
import type { Proposal } from '../../data/proposals.ts'
import type { SegmentInList } from '../../data/segments.ts'

export type ApproveHereProps = {
  projectId: string
  proposal: Proposal
  flag: FlagInList | undefined
  segment: SegmentInList | undefined
  environment: Environment
}
