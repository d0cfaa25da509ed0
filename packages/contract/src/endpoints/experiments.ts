import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { body, comment, count, syncWarning } from '../schemas/common.ts'
import { configKey } from '../schemas/conditions.ts'
import {
  experimentBody,
  experimentPatch,
  experimentSchema,
  experimentStatusSchema,
  shipBody,
} from '../schemas/experiment.ts'
import {
  experimentDaySchema,
  experimentPlanSchema,
  experimentResultsSchema,
  planBody,
} from '../schemas/experiment-results.ts'
import { metricKey } from '../schemas/metric.ts'
import { page, paging } from '../schemas/paging.ts'
import { someField } from './some-field.ts'

const tag = 'Experiments'

const published = { 200: experimentSchema, 207: experimentSchema.extend({ syncWarning }) }

export const createExperiment = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/environments/{envId}/flags/{flagKey}/experiments',
  tag,
  summary: 'Create an experiment',
  description:
    'A draft, on a rule of the active config that has a `distribution`. Needs the Pro or Enterprise plan; guardrails that act, the Enterprise plan.',
  access: 'edit',
  body: experimentBody,
  answers: { 201: experimentSchema },
  errors: ['UPGRADE_REQUIRED', 'CONFLICT'],
})

export const listFlagExperiments = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments/{envId}/flags/{flagKey}/experiments',
  tag,
  summary: 'List the experiments of a flag in an environment',
  access: 'read',
  query: z.object({ status: experimentStatusSchema.optional(), ...paging }),
  answers: { 200: page(experimentSchema) },
})

export const listProjectExperiments = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/experiments',
  tag,
  summary: 'List the experiments of a project',
  access: 'read',
  query: z.object({ status: experimentStatusSchema.optional(), ...paging }),
  answers: { 200: page(experimentSchema) },
})

export const getExperiment = endpoint({
  method: 'GET',
  path: '/v1/experiments/{experimentId}',
  tag,
  summary: 'Read an experiment',
  access: 'read',
  answers: { 200: experimentSchema },
})

export const updateExperiment = endpoint({
  method: 'PATCH',
  path: '/v1/experiments/{experimentId}',
  tag,
  summary: 'Update an experiment',
  description:
    'Of a draft everything. Of a running one its name, its hypothesis and `secondary`, to which metrics may be added: nothing is promised of those.',
  access: 'edit',
  body: someField(experimentPatch),
  answers: { 200: experimentSchema },
  errors: ['UPGRADE_REQUIRED', 'CONFLICT'],
})

export const startExperiment = endpoint({
  method: 'POST',
  path: '/v1/experiments/{experimentId}/start',
  tag,
  summary: 'Start an experiment',
  description:
    'From now on units are counted: who was exposed before is not. The split and the definitions of its metrics are kept as they are. In a protected environment one with a guardrail that acts is a proposal (202): its approval starts it, and consents to what the guardrail does.',
  access: 'edit',
  answers: { ...published, 202: experimentSchema },
  errors: ['UPGRADE_REQUIRED', 'CONFLICT', 'PROPOSAL_ALREADY_PENDING', 'SERVICE_UNAVAILABLE'],
})

export const stopExperiment = endpoint({
  method: 'POST',
  path: '/v1/experiments/{experimentId}/stop',
  tag,
  summary: 'Stop an experiment',
  description:
    'Nobody new is exposed; those who were go on being counted until their windows are over. The config stays as it is. Of one that waits for its approval, the proposal is rejected, and it is a draft again.',
  access: 'edit',
  body: body({ note: comment.optional() }),
  bodyOptional: true,
  answers: published,
  errors: ['CONFLICT'],
})

export const shipExperiment = endpoint({
  method: 'POST',
  path: '/v1/experiments/{experimentId}/ship',
  tag,
  summary: 'Ship a variant',
  description:
    'Appends a version in which the variant takes the place of the split, and stops the experiment. In a protected environment it is a proposal (202), whose approval stops it. Against the recommendation a `comment` is required.',
  access: 'edit',
  body: shipBody,
  answers: {
    201: experimentSchema,
    202: experimentSchema,
    207: experimentSchema.extend({ syncWarning }),
  },
  errors: ['UPGRADE_REQUIRED', 'CONFLICT', 'PROPOSAL_ALREADY_PENDING', 'SERVICE_UNAVAILABLE'],
})

export const getExperimentResults = endpoint({
  method: 'GET',
  path: '/v1/experiments/{experimentId}/results',
  tag,
  summary: 'Read the results of an experiment',
  description:
    'One may look at any time: intervals hold at every look. Only units whose window is over are counted, each once.',
  access: 'read',
  answers: { 200: experimentResultsSchema },
  errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export const listExperimentDays = endpoint({
  method: 'GET',
  path: '/v1/experiments/{experimentId}/results/days',
  tag,
  summary: 'Read the results of an experiment day by day',
  description: 'Of one metric, with all units of the days before. Days are UTC.',
  access: 'read',
  query: z.object({ metric: metricKey }),
  answers: { 200: z.object({ items: z.array(experimentDaySchema) }) },
  errors: ['CONFLICT', 'SERVICE_UNAVAILABLE'],
})

export const planExperiment = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/experiments/plan',
  tag,
  summary: 'Plan an experiment',
  description:
    'How many units it takes to see an effect, and how many days, from what the units of the last 14 days did.',
  access: 'read',
  body: planBody,
  answers: { 200: experimentPlanSchema },
  errors: ['SERVICE_UNAVAILABLE'],
})

export const forgetUnit = endpoint({
  method: 'POST',
  path: '/v1/projects/{projectId}/environments/{envId}/units/forget',
  tag,
  summary: 'Forget a unit',
  description: 'Its events and exposures are deleted. Sums that it went into stay: it cannot be found in them.',
  access: 'admin',
  body: body({
    unit: z.string().min(1).max(limits.unit),
    attribute: configKey
      .optional()
      .meta({ description: 'Where the unit is an attribute’s; else every kind is tried.' }),
  }),
  answers: { 200: z.object({ events: count, exposures: count }) },
  errors: ['SERVICE_UNAVAILABLE'],
})
