import { z } from 'zod'
import { type Endpoint, pathParameters, queryObject } from '../endpoint.ts'
import { type ErrorCode, errorTable } from '../errors.ts'
import { limits } from '../limits.ts'
import { manifestEndpoints, manifestStatusOf } from '../manifest-endpoints.ts'
import { manifestErrorSchema } from '../schemas/manifest.ts'
import { headersOf } from './headers.ts'
import { requestBodyOf } from './request-body.ts'

const keyWords: Record<string, string> = {
  read: 'For server keys with the scope `read` or `manage`.',
  edit: 'For server keys with the scope `edit` or `manage`.',
}

const errorsOf = ({ body, errors = [] }: Endpoint): ErrorCode[] => [
  ...(body ? (['INVALID_JSON'] as const) : []),
  'VALIDATION_ERROR',
  'UNAUTHORIZED',
  'INVALID_API_KEY',
  'FORBIDDEN',
  'RESOURCE_NOT_FOUND',
  ...errors,
  ...(body ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]

const errorAnswersOf = (endpoint: Endpoint) =>
  [...Map.groupBy(errorsOf(endpoint), (code) => manifestStatusOf(errorTable[code].status))].map(([status, codes]) => [
    status,
    {
      description: codes.map((code) => `${errorTable[code].when}.`).join('\n\n'),
      ...headersOf(status),
      content: { 'application/json': { schema: manifestErrorSchema } },
    },
  ])

const pathParameter = z.string().min(1)

const operationOf = (operationId: string, endpoint: Endpoint) => {
  const { path, tag, summary, description, access, query, body, answers } = endpoint
  const names = pathParameters(path)
  return {
    operationId,
    tags: [tag],
    summary,
    description: `${description}\n\n${keyWords[access]}`,
    security: [{ apiKey: [] }],
    requestParams: {
      ...(names.length > 0 ? { path: z.object(Object.fromEntries(names.map((name) => [name, pathParameter]))) } : {}),
      ...(query ? { query: queryObject(query) } : {}),
    },
    ...(body ? { requestBody: requestBodyOf(body, { maxBytes: limits.managementBodyBytes, required: true }) } : {}),
    responses: Object.fromEntries([
      ...Object.entries(answers).map(([status, schema]) => [
        status,
        {
          description: 'Done.',
          ...headersOf(status, ['X-Manifest-Capabilities']),
          content: { 'application/json': { schema } },
        },
      ]),
      ...errorAnswersOf(endpoint),
    ]),
  }
}

/** Returns OpenFeature's endpoints as paths of the OpenAPI document. */
export const manifestPaths = (): Record<string, Record<string, unknown>> => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [operationId, endpoint] of Object.entries(manifestEndpoints)) {
    const { path, method } = endpoint
    paths[path] = { ...paths[path], [method.toLowerCase()]: operationOf(operationId, endpoint as Endpoint) }
  }
  return paths
}
