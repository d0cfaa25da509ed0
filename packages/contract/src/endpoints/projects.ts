import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { body, name, slug } from '../schemas/common.ts'
import { page, paging } from '../schemas/paging.ts'
import { createdProjectSchema, projectSchema } from '../schemas/project.ts'

const tag = 'Projects'

export const createProject = endpoint({
  method: 'POST',
  path: '/v1/projects',
  tag,
  summary: 'Create a project',
  description: 'The project starts with three environments: production, staging and development.',
  access: 'admin',
  body: body({ name, slug }),
  answers: { 201: createdProjectSchema },
  errors: ['UPGRADE_REQUIRED', 'CONFLICT'],
})

const listQuery = z
  .object({ slug: z.string().optional().meta({ description: 'Exact; at most one result.' }), ...paging })
  .refine((query) => query.slug === undefined || query.cursor === undefined, {
    path: ['cursor'],
    message: 'cannot be combined with slug',
  })

/** With `slug` there is at most one project: whatever `limit` says is not even read. */
const withoutLimit = (query: unknown) =>
  Object.hasOwn(query as object, 'slug') ? { ...(query as object), limit: '1' } : query

export const listProjects = endpoint({
  method: 'GET',
  path: '/v1/projects',
  tag,
  summary: 'List projects',
  description: 'With `slug`, at most one: `limit` is ignored then, and `cursor` refused.',
  access: 'read',
  query: z.preprocess(withoutLimit, listQuery),
  answers: { 200: page(projectSchema) },
})

export const getProject = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}',
  tag,
  summary: 'Read a project',
  access: 'read',
  answers: { 200: projectSchema },
})
