import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { body, count, id, queryBoolean, syncWarning } from '../schemas/common.ts'
import { memberSchema, projectRolesChange, roleSchema } from '../schemas/member.ts'
import { page, paging } from '../schemas/paging.ts'
import { someField } from './some-field.ts'

const tag = 'Members'
const removed = {
  id: id('user'),
  revokedKeys: count.meta({ description: 'How many keys ended with them.' }),
  invitations: count.meta({ description: 'How many of their invitations ended.' }),
  schedules: count.meta({ description: 'How many of their schedules were cancelled.' }),
  webhooks: count.meta({ description: 'How many of their webhooks were disabled.' }),
}

export const listMembers = endpoint({
  method: 'GET',
  path: '/v1/members',
  tag,
  summary: 'List members',
  description: 'Everybody who may sign in to the organization and has done so.',
  access: 'read',
  query: z.object(paging),
  answers: { 200: page(memberSchema) },
})

export const updateMember = endpoint({
  method: 'PATCH',
  path: '/v1/members/{userId}',
  tag,
  summary: "Change a member's roles",
  description:
    'They hold from their next request on. A role in a project holds there instead of the one in the organization, be it higher or lower. Somebody who was removed comes back with the role. Invitations and schedules that they, or keys of theirs, could not make any more end, and such webhooks are disabled, in the same change.',
  access: 'adminSession',
  body: someField(body({ role: roleSchema.optional(), projects: projectRolesChange.optional() })),
  answers: { 200: memberSchema },
  errors: ['UPGRADE_REQUIRED', 'CONFLICT'],
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/v1/members/{userId}',
  tag,
  summary: 'Remove a member',
  description:
    'Their sessions end, their keys and the keys made with those are revoked, and they cannot sign in again. Invitations and schedules that they or these keys made end, and such webhooks are disabled: all in the same change. Removing them again gives the same answer, with nothing left to end.',
  access: 'adminSession',
  query: z.object({
    keepKeys: queryBoolean.prefault('false').meta({
      description:
        'Their keys are not revoked: they are from now on those of whoever removes them, and what these keys made stays.',
      override: { default: false },
    }),
  }),
  answers: { 200: z.object(removed), 207: z.object({ ...removed, syncWarning }) },
  errors: ['CONFLICT'],
})
