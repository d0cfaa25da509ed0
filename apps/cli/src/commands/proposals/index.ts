import type { Group } from '../../core/command.ts'
import { createProposal } from './create.ts'
import { listProposals } from './list.ts'
import { approveProposal, rejectProposal } from './review.ts'
import { showProposal } from './show.ts'

export const proposals: Group = {
  name: 'proposals',
  summary: 'Proposed changes, for protected environments',
  commands: [listProposals, showProposal, createProposal, approveProposal, rejectProposal],
}
