import { z } from 'zod'
import type { MetricId, ProjectId } from '../ids.ts'
import { limits } from '../limits.ts'
import { body, description, id, name, segmentKey, timestamp, wholeBetween } from './common.ts'

/** The name of an event, as callers of Track choose it. */
export const eventNamePattern = /^[A-Za-z0-9][A-Za-z0-9._:/-]{0,127}$/

export const eventName = z
  .string()
  .regex(
    eventNamePattern,
    'must be 1 to 128 letters, digits, dots, underscores, colons, slashes or dashes, and begin with a letter or digit',
  )
  .meta({ example: 'purchase' })

/** Keys have the form of a flag's. */
export const metricKey = segmentKey

const metricKindSchema = z.enum(['conversion', 'count', 'sum', 'ratio']).meta({
  description:
    'What a unit is worth, from its events: 1 where there is one, how many there are, the sum of their values, or that sum over the one of `denominatorEvent`.',
})
const directionSchema = z.enum(['increase', 'decrease']).meta({ description: 'Which way is good.' })

/** The kinds of keys whose events count. */
export const sourceSchema = z
  .enum(['any', 'server'])
  .meta({ description: '`server`: what client keys send is ignored, since their keys are public.' })

const windowSeconds = wholeBetween(limits.metricWindow.least, limits.metricWindow.most)
const afterSeconds = wholeBetween(0, limits.metricWindow.most)
const cap = z.number().positive()

const unfit = (path: string, message: string) => ({ path: [path], message })

/** The body of Create Metric. A definition never changes: another one is another metric. */
export const metricBody = body({
  key: metricKey,
  name,
  description: description.nullable().default(null),
  kind: metricKindSchema,
  event: eventName,
  denominatorEvent: eventName.nullable().default(null),
  direction: directionSchema.default('increase'),
  after: afterSeconds.default(0).meta({ description: 'Seconds from the first exposure until events count.' }),
  window: windowSeconds
    .default(86_400)
    .meta({ description: 'Seconds for which they count. A unit is counted once, when they are over.' }),
  cap: cap.nullable().default(null).meta({ description: 'The most that one unit is worth.' }),
  adjust: z
    .boolean()
    .optional()
    .meta({ description: 'By what a unit did before it was exposed (CUPED). True, but for ratios.' }),
  source: sourceSchema.default('any'),
})
  .refine(
    ({ kind, denominatorEvent }) => kind !== 'ratio' || denominatorEvent !== null,
    unfit('denominatorEvent', 'must be there where kind is ratio'),
  )
  .refine(
    ({ kind, denominatorEvent }) => kind === 'ratio' || denominatorEvent === null,
    unfit('denominatorEvent', 'must not be there unless kind is ratio'),
  )
  .refine(
    ({ kind, cap }) => kind !== 'conversion' || cap === null,
    unfit('cap', 'must not be there where kind is conversion: a unit is worth 1 at most'),
  )
  .refine(
    ({ kind, adjust }) => kind !== 'ratio' || adjust !== true,
    unfit('adjust', 'must not be true where kind is ratio'),
  )
  .meta({ id: 'MetricBody' })

export const metricSchema = z
  .object({
    id: id('met'),
    projectId: id('proj'),
    key: z.string(),
    name: z.string(),
    description: z.string().nullable(),
    kind: metricKindSchema,
    event: z.string(),
    denominatorEvent: z.string().nullable(),
    direction: directionSchema,
    after: z.int().min(0),
    window: z.int().min(limits.metricWindow.least),
    cap: z.number().nullable(),
    adjust: z.boolean(),
    source: sourceSchema,
    createdBy: z.string(),
    createdAt: timestamp,
    archivedAt: timestamp.nullable(),
  })
  .meta({ id: 'Metric' })

export type MetricKind = z.infer<typeof metricKindSchema>
export type Metric = Omit<z.infer<typeof metricSchema>, 'id' | 'projectId'> & { id: MetricId; projectId: ProjectId }
