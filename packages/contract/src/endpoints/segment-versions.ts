import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { limits } from '../limits.ts'
import { id, syncWarning, versionNumber } from '../schemas/common.ts'
import { page, paging } from '../schemas/paging.ts'
import { createdSegmentVersionSchema, historicSegmentVersionSchema } from '../schemas/segment.ts'
import { segmentVersionBody } from '../schemas/segment-config.ts'

const tag = 'Segment versions'

export const createSegmentVersion = endpoint({
  method: 'PUT',
  path: '/v1/projects/{projectId}/environments/{envId}/segments/{segmentKey}',
  tag,
  summary: 'Save a segment',
  description:
    'Appends a version, active at once for every flag that names the segment. `version` must be the latest plus one (1 for the first): on a 409 read the latest and try again.',
  access: 'edit',
  body: segmentVersionBody,
  bodyBytes: limits.segmentBodyBytes,
  answers: {
    201: createdSegmentVersionSchema,
    207: z.object({ id: id('segv'), version: versionNumber, syncWarning }),
  },
  errors: ['PROTECTED_ENVIRONMENT', 'UPGRADE_REQUIRED', 'VERSION_CONFLICT', 'CONFLICT'],
})

export const listSegmentVersions = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments/{envId}/segments/{segmentKey}/versions',
  tag,
  summary: 'List the versions of a segment',
  access: 'read',
  query: z.object(paging),
  answers: { 200: page(historicSegmentVersionSchema) },
  errors: ['CONFLICT'],
})

export const getSegmentVersion = endpoint({
  method: 'GET',
  path: '/v1/projects/{projectId}/environments/{envId}/segments/{segmentKey}/versions/{version}',
  tag,
  summary: 'Read one version of a segment',
  access: 'read',
  answers: { 200: historicSegmentVersionSchema },
  errors: ['CONFLICT'],
})
