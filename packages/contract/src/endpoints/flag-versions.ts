import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { id, syncWarning, versionNumber } from '../schemas/common.ts'
import { createdFlagVersionSchema, historicFlagVersionSchema, placedFlagVersionSchema } from '../schemas/flag.ts'
import { flagVersionBody } from '../schemas/flag-config.ts'
import { page, paging } from '../schemas/paging.ts'

const tag = 'Flag versions'

export const createFlagVersion = endpoint({
  method: 'PUT',
  path: '/v1/projects/{projectId}/environments/{envId}/flags/{flagKey}',
  tag,
  summary: 'Update a config',
  description:
    'Appends a version, active at once. `version` must be the latest plus one (1 for the first): on a 409 read the latest and try again. A config that could take over 5 ms to evaluate is a 422 that says what costs too much.',
  access: 'edit',
  body: flagVersionBody,
  answers: {
    201: createdFlagVersionSchema,
    207: z.object({ id: id('fv'), version: versionNumber, syncWarning }),
  },
  errors: ['PROTECTED_ENVIRONMENT', 'UPGRADE_REQUIRED', 'VERSION_CONFLICT', 'CONFLICT'],
})

export const listFlagVersions = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments/{envId}/flags/{flagKey}/versions',
  tag,
  summary: 'List the versions of a config',
  access: 'read',
  query: z.object(paging),
  answers: { 200: page(historicFlagVersionSchema) },
})

export const listFlagVersionsEverywhere = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/flags/{flagKey}/versions',
  tag,
  summary: 'List the versions of a flag in every environment',
  description:
    'Newest first, each with the environment that it is in. Versions of several environments that were made at the same moment are on one page: it has more of them than `limit` where `limit` is less.',
  access: 'read',
  query: z.object(paging),
  answers: { 200: page(placedFlagVersionSchema) },
})

export const getFlagVersion = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments/{envId}/flags/{flagKey}/versions/{version}',
  tag,
  summary: 'Read one version of a config',
  access: 'read',
  answers: { 200: historicFlagVersionSchema },
})
