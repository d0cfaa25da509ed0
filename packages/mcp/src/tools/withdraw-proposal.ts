import { fail } from '@bunting/contract'
import { z } from 'zod'
import { writing } from '../tool.ts'
import { comment } from './fields.ts'

const input = z.strictObject({ id: z.string().max(60), comment })

export const withdrawProposal = writing({
  name: 'withdraw_proposal',
  description: 'Take back a pending proposal that was made with this key.',
  input,
  destructive: false,
  plan: async (call, { id, comment }) => {
    const proposal = await call.api.getProposal({ params: { proposalId: id } })
    const isVisible = (await call.listEnvironments()).some((env) => env.id === proposal.environmentId)
    // Rejecting what others propose is a review, and those are for people.
    if (!isVisible || proposal.createdBy !== call.key.id) {
      fail('FORBIDDEN', 'Only proposals of this project that were made with this very key are withdrawn by it.')
    }
    return {
      carryOut: async () => {
        const { status } = await call.api.rejectProposal({ params: { proposalId: id }, body: { note: comment } })
        return { changed: true, proposal: id, status }
      },
    }
  },
})
