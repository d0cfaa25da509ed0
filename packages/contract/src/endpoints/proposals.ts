import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { body, count, description, id, syncWarning, timestamp } from '../schemas/common.ts'
import { proposalBody } from '../schemas/flag-config.ts'
import { page, paging } from '../schemas/paging.ts'
import {
  createdProposalSchema,
  createdSegmentProposalSchema,
  listedProposalSchema,
  listedSegmentProposalSchema,
  proposalSchema,
  proposalStatusSchema,
  reviewedProposalSchema,
  waitingProposalSchema,
} from '../schemas/proposal.ts'
import { segmentProposalBody } from '../schemas/segment-config.ts'

const tag = 'Proposals'
const listQuery = z.object({ status: proposalStatusSchema.optional(), ...paging })
const note = description.optional().meta({ description: 'Kept on the proposal and in the audit log.' })
const reviewBody = body({ note })
const approvalBody = body({
  note,
  expectedVersion: count.optional().meta({
    description:
      'The latest version that you looked at, of the flag or segment in the environment; 0 for none. Where there is another by now it is the 409.',
  }),
})

export const createProposal = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/environments/{envId}/flags/{flagKey}/proposals',
  tag,
  summary: 'Propose a config',
  description:
    'For protected environments. `version` is the latest one that you saw (0 for none), kept as the base only.',
  access: 'edit',
  body: proposalBody,
  answers: { 202: createdProposalSchema },
  errors: ['UPGRADE_REQUIRED', 'PROPOSAL_ALREADY_PENDING', 'PROPOSAL_NOT_PENDING', 'CONFLICT'],
})

export const listFlagProposals = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments/{envId}/flags/{flagKey}/proposals',
  tag,
  summary: 'List the proposals of a flag in an environment',
  access: 'read',
  query: listQuery,
  answers: { 200: page(listedProposalSchema) },
})

export const listFlagProposalsEverywhere = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/flags/{flagKey}/proposals',
  tag,
  summary: 'List the proposals of a flag in every environment',
  access: 'read',
  query: listQuery,
  answers: { 200: page(proposalSchema) },
})

export const createSegmentProposal = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/environments/{envId}/segments/{segmentKey}/proposals',
  tag,
  summary: 'Propose a segment',
  description:
    'For protected environments. `version` is the latest one that you saw (0 for none), kept as the base only.',
  access: 'edit',
  body: segmentProposalBody,
  bodyBytes: limits.segmentBodyBytes,
  answers: { 202: createdSegmentProposalSchema },
  errors: ['UPGRADE_REQUIRED', 'PROPOSAL_ALREADY_PENDING', 'PROPOSAL_NOT_PENDING', 'CONFLICT'],
})

export const listSegmentProposals = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments/{envId}/segments/{segmentKey}/proposals',
  tag,
  summary: 'List the proposals of a segment in an environment',
  access: 'read',
  query: listQuery,
  answers: { 200: page(listedSegmentProposalSchema) },
})

export const listProjectProposals = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/proposals',
  tag,
  summary: 'List the proposals of a project',
  access: 'read',
  query: listQuery,
  answers: { 200: page(proposalSchema) },
})

export const listWaitingProposals = endpoint({
  method: 'GET',
  path: '/v1/proposals/waiting',
  tag,
  summary: 'List what waits for your approval',
  description:
    'Pending proposals of all projects that the caller may approve: those of others, in projects where they are an editor or admin, and of an environment’s protection where they are an admin. Where only people approve, none wait for a key. A page has more than `limit` where several were made in the same microsecond.',
  access: 'read',
  query: z.object(paging),
  answers: {
    200: page(waitingProposalSchema).extend({ total: count.meta({ description: 'How many wait, on all pages.' }) }),
  },
})

export const getProposal = endpoint({
  method: 'GET',
  path: '/v1/proposals/{proposalId}',
  tag,
  summary: 'Read a proposal',
  access: 'read',
  answers: { 200: proposalSchema },
})

export const approveProposal = endpoint({
  method: 'POST',
  path: '/v1/proposals/{proposalId}/approve',
  tag,
  summary: 'Approve a proposal',
  description:
    'By another actor than its proposer, and by another person: a person’s session and keys, and keys that these made, are one, and so are accounts with the same e-mail address. A config, of a flag or a segment, becomes the latest version plus one, active at once; any other change is carried out. A change of an environment’s protection is approved by admins. In strict environments nobody approves who joined or got a higher role less than `BUNTING_STRICT_REVIEWER_HOURS` ago, nor do their keys. With `BUNTING_APPROVALS=people` keys may not.',
  access: 'edit',
  approval: true,
  body: approvalBody,
  bodyOptional: true,
  answers: {
    200: reviewedProposalSchema,
    207: z.object({
      id: id('prop'),
      status: proposalStatusSchema,
      reviewedBy: z.string(),
      reviewedAt: timestamp,
      syncWarning,
    }),
  },
  errors: ['SELF_APPROVAL_FORBIDDEN', 'UPGRADE_REQUIRED', 'PROPOSAL_NOT_PENDING', 'VERSION_CONFLICT', 'CONFLICT'],
})

export const rejectProposal = endpoint({
  method: 'POST',
  path: '/v1/proposals/{proposalId}/reject',
  tag,
  summary: 'Reject a proposal',
  description: 'The proposer may reject (withdraw) their own.',
  access: 'edit',
  body: reviewBody,
  bodyOptional: true,
  answers: { 200: reviewedProposalSchema },
  errors: ['PROPOSAL_NOT_PENDING'],
})
