import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { body, id } from '../schemas/common.ts'
import { invitationSchema, invitedEmail, invitedProjects } from '../schemas/invitation.ts'
import { roleSchema } from '../schemas/member.ts'
import { page, paging } from '../schemas/paging.ts'

const tag = 'Members'

export const createInvitation = endpoint({
  method: 'POST',
  path: '/v1/invitations',
  tag,
  summary: 'Invite somebody',
  description:
    'Whoever is the first to sign in with the address, verified by the provider, becomes a member with these roles, also where the settings let in neither them nor their domain or groups. Nothing is sent: tell them where to sign in. A 409 where a member has the address, or is invited by it already.',
  access: 'adminSession',
  body: body({ email: invitedEmail, role: roleSchema, projects: invitedProjects.optional() }),
  answers: { 201: invitationSchema },
  errors: ['RESOURCE_NOT_FOUND', 'CONFLICT'],
})

export const listInvitations = endpoint({
  method: 'GET',
  path: '/v1/invitations',
  tag,
  summary: 'List invitations',
  description: 'Those that nobody has come by yet.',
  access: 'adminSession',
  query: z.object(paging),
  answers: { 200: page(invitationSchema) },
})

export const withdrawInvitation = endpoint({
  method: 'DELETE',
  path: '/v1/invitations/{invitationId}',
  tag,
  summary: 'Withdraw an invitation',
  access: 'adminSession',
  answers: { 200: z.object({ id: id('inv') }) },
})
