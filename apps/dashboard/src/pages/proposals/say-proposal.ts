import { sayProposed } from '@bunting/contract/text'
import type { FlagInList } from '../../api/flags.ts'
import { isOfConfig, isOfExperiment, isOfSchedule, isOfSegment, type Proposal } from '../../api/proposals.ts'
import type { SegmentInList } from '../../api/segments.ts'
import { changesBetween } from '../../features/diff/changes/changes-between.ts'
import { saySegment } from '../../features/diff/words/say-segment.ts'
import { capital, sayChanges } from '../../features/diff/words/words.ts'

/** The content of a proposal, on one line; undefined until the flag is loaded. */
export const sayProposal = (
  proposal: Proposal,
  flag: FlagInList | undefined,
  segment: SegmentInList | undefined,
): string | undefined => {
  if (isOfSegment(proposal)) {
    return saySegment(proposal.proposedConfig, segment?.versions[proposal.environmentId]?.config)
  }
  if (isOfSchedule(proposal)) return 'A schedule of changes'
  if (isOfExperiment(proposal)) return 'The start of an experiment'
  if (!isOfConfig(proposal)) return capital(sayProposed(proposal.change ?? {}))
  const now = flag?.versions[proposal.environmentId]?.config ?? null
  return flag && sayChanges(changesBetween(now, proposal.proposedConfig).changes)
}
