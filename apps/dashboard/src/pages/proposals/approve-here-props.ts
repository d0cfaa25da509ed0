import type { Environment } from '@bunting/contract'
import type { FlagInList } from '../../api/flags.ts'
import type { Proposal } from '../../api/proposals.ts'
import type { SegmentInList } from '../../api/segments.ts'

export type ApproveHereProps = {
  projectId: string
  proposal: Proposal
  flag: FlagInList | undefined
  segment: SegmentInList | undefined
  environment: Environment
}
