import { z } from 'zod'
import { id, timestamp } from './common.ts'
import { flagConfigSchema } from './flag-config.ts'

export const proposalStatusSchema = z.enum(['pending', 'approved', 'rejected'])
export type ProposalStatus = z.infer<typeof proposalStatusSchema>

export const proposalSchema = z
  .object({
    id: id('prop'),
    orgId: id('org'),
    flagId: id('flag'),
    environmentId: id('env'),
    status: proposalStatusSchema,
    proposedConfig: flagConfigSchema,
    createdBy: z.string().meta({ description: 'The actor that proposed it.' }),
    reviewedBy: z.string().nullable(),
    reviewedAt: timestamp.nullable(),
    reviewNote: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Proposal' })

export const createdProposalSchema = proposalSchema
  .pick({
    id: true,
    flagId: true,
    environmentId: true,
    status: true,
    proposedConfig: true,
    createdBy: true,
    createdAt: true,
  })
  .meta({ id: 'CreatedProposal' })

export const listedProposalSchema = proposalSchema
  .pick({
    id: true,
    status: true,
    proposedConfig: true,
    createdBy: true,
    createdAt: true,
    reviewedBy: true,
    reviewedAt: true,
    reviewNote: true,
  })
  .meta({ id: 'ListedProposal' })

export const reviewedProposalSchema = proposalSchema
  .pick({ id: true, status: true, reviewedBy: true, reviewedAt: true, reviewNote: true })
  .meta({ id: 'ReviewedProposal' })
