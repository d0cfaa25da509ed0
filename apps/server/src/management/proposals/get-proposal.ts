import { endpoints } from '@bunting/contract'
import { handle } from '../../http/handle.ts'

export const getProposal = handle(endpoints.getProposal, async (ctx) => ctx.proposal)
