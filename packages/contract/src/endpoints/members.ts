import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { body, id, timestamp } from '../schemas/common.ts'
import { memberSchema, roleSchema } from '../schemas/member.ts'
import { page, paging } from '../schemas/paging.ts'

const tag = 'Members'

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
  summary: "Change a member's role",
  description: 'It holds from their next request on. Somebody who was removed comes back with the role.',
  access: 'admin',
  body: body({ role: roleSchema }),
  answers: { 200: memberSchema },
  errors: ['UPGRADE_REQUIRED', 'CONFLICT'],
})

export const removeMember = endpoint({
  method: 'DELETE',
  path: '/v1/members/{userId}',
  tag,
  summary: 'Remove a member',
  description: 'Their sessions end, and they cannot sign in again. Removing them again gives the same answer.',
  access: 'admin',
  answers: { 200: z.object({ id: id('user'), removedAt: timestamp }) },
  errors: ['CONFLICT'],
})
