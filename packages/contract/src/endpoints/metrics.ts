import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { body, description, name, queryBoolean } from '../schemas/common.ts'
import { checkBody, metricCheckSchema, metricDaysSchema, seenEventSchema } from '../schemas/experiment-results.ts'
import { metricBody, metricSchema } from '../schemas/metric.ts'
import { page, paging } from '../schemas/paging.ts'
import { someField } from './some-field.ts'

const tag = 'Metrics'

export const createMetric = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/metrics',
  tag,
  summary: 'Create a metric',
  description:
    'What a unit is worth, from the events that Track takes. Its definition never changes: another one is another metric. Events are kept from the moment a metric names them.',
  access: 'edit',
  body: metricBody,
  answers: { 201: metricSchema },
  errors: ['UPGRADE_REQUIRED', 'CONFLICT'],
})

export const listMetrics = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/metrics',
  tag,
  summary: 'List metrics',
  access: 'read',
  query: z.object({
    ...paging,
    archived: queryBoolean.optional().meta({ description: 'Only archived or only active ones; both where absent.' }),
    search: z.string().max(200).optional().meta({ description: 'A part of the key or the name, in any case.' }),
  }),
  answers: { 200: page(metricSchema) },
})

export const getMetric = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/metrics/{metricKey}',
  tag,
  summary: 'Read a metric',
  access: 'read',
  answers: { 200: metricSchema },
})

export const getMetricDays = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/metrics/{metricKey}/days',
  tag,
  summary: 'Read how many events of a metric came in the last 14 days',
  description: 'By the day on which they came, whoever they were of. Also from before the metric was made.',
  access: 'read',
  query: z.object({ environmentId: z.string() }),
  answers: { 200: metricDaysSchema },
  errors: ['SERVICE_UNAVAILABLE'],
})

export const updateMetric = endpoint({
  method: 'PATCH',
  path: '/v1/projects/{projectId}/metrics/{metricKey}',
  tag,
  summary: 'Update a metric',
  description: 'One that a running experiment uses cannot be archived.',
  access: 'edit',
  body: someField(
    body({
      name: name.optional(),
      description: description.nullable().optional(),
      archived: z.boolean().optional(),
    }),
  ),
  answers: { 200: metricSchema },
  errors: ['CONFLICT', 'IMMUTABLE_FIELD'],
})

export const checkMetric = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/metrics/{metricKey}/check',
  tag,
  summary: 'Check a metric on your own data',
  description:
    'Splits the units of the last 14 days in two, again and again, where nothing differs: about one split in twenty says that one half is better, by chance alone.',
  access: 'read',
  body: checkBody,
  answers: { 200: metricCheckSchema },
  errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export const listSeenEvents = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments/{envId}/events',
  tag,
  summary: 'List the events that came in',
  description: 'The 100 most frequent of the last 24 hours, also those that no metric names.',
  access: 'read',
  answers: { 200: z.object({ items: z.array(seenEventSchema) }) },
  errors: ['SERVICE_UNAVAILABLE'],
})
