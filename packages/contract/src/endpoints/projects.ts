import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { events } from '../events.ts'
import { limits } from '../limits.ts'
import { body, id, list, maybeList, name, slug } from '../schemas/common.ts'
import { overviewSchema } from '../schemas/health.ts'
import { page, paging } from '../schemas/paging.ts'
import { createdProjectSchema, projectSchema } from '../schemas/project.ts'
import type { ProjectEvent } from '../schemas/project-event.ts'
import { someField } from './some-field.ts'

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

/** With `slug` there is at most one project, so `limit` is ignored. */
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

export const getOverview = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/overview',
  tag,
  summary: 'Read how a project is doing',
  description:
    'Beyond the service document. Flags by kind and age, changes by week, and what waits, runs and was rolled back.',
  access: 'read',
  answers: { 200: overviewSchema },
})

export const updateProject = endpoint({
  method: 'PATCH',
  path: '/v1/projects/{projectId}',
  tag,
  summary: 'Update a project',
  description:
    'Its slug never changes. Environments that `environmentOrder` does not name come last; an empty list takes the order away. Lists of environments keep their own order.',
  access: 'admin',
  body: someField(
    body({
      name: name.optional(),
      environmentOrder: maybeList(
        list(id('env'), limits.environmentOrder).refine(
          (ids) => new Set(ids).size === ids.length,
          'must not name an environment twice',
        ),
      ),
      codeLines: z.boolean().optional().meta({
        description: 'Whether lines of code that come with code references are kept. False deletes those that are.',
      }),
    }),
  ),
  answers: { 200: projectSchema },
  errors: ['IMMUTABLE_FIELD'],
})

export const streamProject = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/stream',
  tag,
  summary: 'Follow a project',
  description: `Beyond the service document. Server-sent events, one for each audit entry that the project's log shows, within a second of the change and whichever instance made it; a comment every 15 seconds. It ends with the session or key that opened it. A person or key may have ${limits.projectStreams} streams open; one more is a 429.`,
  access: 'read',
  headers: z.object({
    'Last-Event-ID': z
      .string()
      .optional()
      .meta({
        description: `The \`id\` of the last event that was read: those since then come first, or a \`reset\` where they are over ${limits.resumedEvents.toLocaleString('en')} or the place is not known.`,
      }),
  }),
  answers: {
    200: events<ProjectEvent>(
      'Events `changed`: their `id` is the place of the audit entry in its organization, their `data` a JSON object with `action`, `resourceType` and `resourceId` and, where there is one, `environmentId`, `flagKey` and `segmentKey`. After an event `reset` (its `data` is `{}`) everything is to be read anew.',
    ),
  },
})
