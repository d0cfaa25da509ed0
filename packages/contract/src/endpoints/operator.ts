import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { file } from '../file.ts'
import { body, name } from '../schemas/common.ts'
import { createdOrganizationSchema, organizationSchema, planSchema } from '../schemas/organization.ts'
import { page, paging } from '../schemas/paging.ts'
import { someField } from './some-field.ts'

const tag = 'Operator'

export const createOrganization = endpoint({
  method: 'POST',
  path: '/admin/v1/organizations',
  tag,
  summary: 'Create an organization',
  description: 'With a project, its environments and a first server key.',
  access: 'operator',
  body: body({ name, plan: planSchema }),
  answers: { 201: createdOrganizationSchema },
})

export const listOrganizations = endpoint({
  method: 'GET',
  path: '/admin/v1/organizations',
  tag,
  summary: 'List organizations',
  access: 'operator',
  query: z.object(paging),
  answers: { 200: page(organizationSchema) },
})

export const updateOrganization = endpoint({
  method: 'PATCH',
  path: '/admin/v1/organizations/{orgId}',
  tag,
  summary: 'Update an organization',
  description: 'A new plan holds from the next request on.',
  access: 'operator',
  body: someField(body({ name: name.optional(), plan: planSchema.optional() })),
  answers: { 200: organizationSchema },
})

export const getBackup = endpoint({
  method: 'GET',
  path: '/admin/v1/backup',
  tag,
  summary: 'Back up the embedded database',
  description:
    'A copy of it as it is when it is asked for, while it goes on being used. It has everything but single evaluation events. One at a time: while another is made or read it is a 503. With PostgreSQL it is a 409 that says what to use instead.',
  access: 'operator',
  answers: { 200: file('The database, as one file of SQLite; `bunting restore` takes it.') },
  errors: ['CONFLICT'],
})
