import { z } from 'zod'
import { id, timestamp } from './common.ts'
import { flagConfigSchema } from './flag-config.ts'

export const proposalStatusSchema = z.enum(['pending', 'approved', 'rejected'])
export type ProposalStatus = z.infer<typeof proposalStatusSchema>

/** What is proposed, where it is not a config. */
const changeKindSchema = z.enum(['archive', 'clientSafe', 'environment'])
export type ChangeKind = z.infer<typeof changeKindSchema>

const kind = changeKindSchema.optional().meta({
  description: 'What is proposed, where it is not a config: it is in `change` then.',
})
const change = z
  .object({
    archived: z.boolean().optional(),
    clientSafe: z.boolean().optional(),
    protected: z.boolean().optional(),
    strict: z.boolean().optional(),
  })
  .optional()
  .meta({ description: 'What its approval changes, there where `kind` is.' })

const proposedConfig = flagConfigSchema.nullable().meta({ description: 'Null where `kind` is there.' })

export const proposalSchema = z
  .object({
    id: id('prop'),
    orgId: id('org'),
    flagId: id('flag').nullable().meta({ description: 'Null where `kind` is `environment`.' }),
    environmentId: id('env'),
    status: proposalStatusSchema,
    kind,
    change,
    proposedConfig,
    createdBy: z.string().meta({ description: 'The actor that proposed it.' }),
    reviewedBy: z.string().nullable(),
    reviewedAt: timestamp.nullable(),
    reviewNote: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Proposal' })

/** The 202 of a change that a strict environment takes as a proposal only. */
export const proposedChangeSchema = proposalSchema
  .required({ kind: true, change: true })
  .meta({ id: 'ProposedChange', description: 'Nothing changed yet: another person has to approve it.' })

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
  .extend({ flagId: id('flag'), proposedConfig: flagConfigSchema })
  .meta({ id: 'CreatedProposal' })

export const listedProposalSchema = proposalSchema
  .pick({
    id: true,
    status: true,
    kind: true,
    change: true,
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
