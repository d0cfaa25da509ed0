import { z } from 'zod'
import { count, id, timestamp } from './common.ts'
import { flagConfigSchema } from './flag-config.ts'
import { segmentConfigSchema } from './segment-config.ts'

export const proposalStatusSchema = z.enum(['pending', 'approved', 'rejected'])
export type ProposalStatus = z.infer<typeof proposalStatusSchema>

/** The kinds of proposals that do not change a config. */
const changeKindSchema = z.enum(['archive', 'clientSafe', 'environment', 'resume'])
export type ChangeKind = z.infer<typeof changeKindSchema>

const proposalKindSchema = z.enum([...changeKindSchema.options, 'segment', 'segmentIds', 'schedule', 'experiment'])
/** Every kind of proposal. */
export type ProposalKind = 'config' | z.infer<typeof proposalKindSchema>

const kind = proposalKindSchema.optional().meta({
  description:
    "What is proposed, where it is not a flag's config: of a `segment` its config, `segmentIds` an upload to a large one, of a `schedule` or an `experiment` that it starts, else what is in `change`.",
})
const change = z
  .object({
    archived: z.boolean().optional(),
    clientSafe: z.boolean().optional(),
    protected: z.boolean().optional(),
    strict: z.boolean().optional(),
    emergency: z.boolean().optional(),
    op: z.enum(['add', 'remove', 'replace']).optional().meta({ description: 'What an upload of ids does.' }),
    added: count.optional().meta({ description: 'As it was when it was proposed; its approval counts anew.' }),
    removed: count.optional(),
    unchanged: count.optional(),
    resumed: z.boolean().optional().meta({ description: 'That the paused schedule `scheduleId` goes on.' }),
  })
  .optional()
  .meta({ description: 'What its approval changes, where that is no config.' })

const proposedConfig = z.union([flagConfigSchema, segmentConfigSchema]).nullable().meta({
  description:
    'Of a flag, or of a segment where `kind` says so. Null where `change`, `scheduleId` or `experimentId` is there.',
})

export const proposalSchema = z
  .object({
    id: id('prop'),
    orgId: id('org'),
    flagId: id('flag').nullable().meta({ description: 'Null where it is about a segment or an environment.' }),
    segmentId: id('seg').optional().meta({ description: 'There where `kind` is `segment` or `segmentIds`.' }),
    scheduleId: id('sched').optional().meta({ description: 'There where `kind` is `schedule` or `resume`.' }),
    experimentId: id('exp').optional().meta({ description: 'There where `kind` is `experiment`.' }),
    environmentId: id('env'),
    status: proposalStatusSchema,
    kind,
    change,
    proposedConfig,
    comment: z.string().optional().meta({ description: 'Why it is proposed, where that was said.' }),
    replaces: id('prop').optional().meta({ description: 'The one that its proposer took back for it.' }),
    emergencyVersion: z.int().min(1).optional().meta({
      description:
        'The newest version of an emergency save that was made there since it was proposed, while it is pending: its approval comes on top of that.',
    }),
    createdBy: z.string().meta({ description: 'The actor that proposed it.' }),
    reviewedBy: z.string().nullable(),
    reviewedAt: timestamp.nullable(),
    reviewNote: z.string().nullable(),
    createdAt: timestamp,
  })
  .meta({ id: 'Proposal' })

/** A proposal in a list across projects, with its project and the key of its flag or segment. */
export const waitingProposalSchema = proposalSchema
  .extend({
    projectId: id('proj'),
    flagKey: z.string().optional().meta({ description: 'Of the flag that it is about, where it is about one.' }),
    segmentKey: z.string().optional().meta({ description: 'There where `kind` is `segment` or `segmentIds`.' }),
  })
  .meta({ id: 'WaitingProposal' })

/** The 202 response to a change that a strict environment turns into a proposal. */
export const proposedChangeSchema = proposalSchema
  .omit({ segmentId: true, comment: true, replaces: true, emergencyVersion: true })
  .required({ change: true })
  .extend({ kind: changeKindSchema, proposedConfig: z.null() })
  .meta({ id: 'ProposedChange', description: 'Nothing changed yet: another person has to approve it.' })

export const createdProposalSchema = proposalSchema
  .pick({
    id: true,
    flagId: true,
    environmentId: true,
    status: true,
    proposedConfig: true,
    comment: true,
    replaces: true,
    createdBy: true,
    createdAt: true,
  })
  .extend({ flagId: id('flag'), proposedConfig: flagConfigSchema })
  .meta({ id: 'CreatedProposal' })

export const createdSegmentProposalSchema = createdProposalSchema
  .extend({
    kind: z.enum(['segment']),
    flagId: z.null(),
    segmentId: id('seg'),
    proposedConfig: segmentConfigSchema,
  })
  .meta({ id: 'CreatedSegmentProposal' })

/** The 202 of an upload to a large segment of a protected environment. */
export const proposedIdsSchema = proposalSchema
  .pick({ id: true, environmentId: true, status: true, comment: true, createdBy: true, createdAt: true })
  .extend({
    kind: z.enum(['segmentIds']),
    flagId: z.null(),
    segmentId: id('seg'),
    change: z.object({ op: z.enum(['add', 'remove', 'replace']), added: count, removed: count, unchanged: count }),
    proposedConfig: z.null(),
  })
  .meta({ id: 'ProposedIds', description: 'Nothing changed yet: another person has to approve it.' })

const listed = {
  id: true,
  status: true,
  kind: true,
  comment: true,
  replaces: true,
  createdBy: true,
  createdAt: true,
  reviewedBy: true,
  reviewedAt: true,
  reviewNote: true,
} as const

export const listedProposalSchema = proposalSchema
  .pick({ ...listed, change: true, scheduleId: true, experimentId: true, emergencyVersion: true })
  .extend({ proposedConfig: flagConfigSchema.nullable() })
  .meta({ id: 'ListedProposal' })

export const listedSegmentProposalSchema = proposalSchema
  .pick({ ...listed, change: true })
  .extend({ proposedConfig: segmentConfigSchema.nullable() })
  .meta({ id: 'ListedSegmentProposal' })

export const reviewedProposalSchema = proposalSchema
  .pick({ id: true, status: true, reviewedBy: true, reviewedAt: true, reviewNote: true })
  .meta({ id: 'ReviewedProposal' })
