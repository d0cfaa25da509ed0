import type { Tool } from '../tool.ts'
import { archiveFlag } from './archive-flag.ts'
import { changeFlag } from './change-flag.ts'
import { codeReferences } from './code-references.ts'
import { createFlag } from './create-flag.ts'
import { editSegment } from './edit-segment.ts'
import { explain } from './explain.ts'
import { findFlags } from './find-flags.ts'
import { getFlag } from './get-flag.ts'
import { history } from './history.ts'
import { listProposals } from './list-proposals.ts'
import { scheduleChange } from './schedule-change.ts'
import { usage } from './usage.ts'
import { withdrawProposal } from './withdraw-proposal.ts'

/** Every tool, in the order in which they are listed. */
export const tools: readonly Tool[] = [
  findFlags,
  getFlag,
  explain,
  usage,
  codeReferences,
  history,
  listProposals,
  createFlag,
  changeFlag,
  editSegment,
  scheduleChange,
  archiveFlag,
  withdrawProposal,
]
