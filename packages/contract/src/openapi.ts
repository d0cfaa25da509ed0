import { z } from 'zod'
import { createDocument, type ZodOpenApiObject } from 'zod-openapi'
import type { Access, Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints/index.ts'
import { type ErrorCode, errorTable } from './errors.ts'

const errorSchema = z
  .object({
    error: z.object({
      code: z.enum(Object.keys(errorTable) as [ErrorCode, ...ErrorCode[]]),
      message: z.string(),
      details: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    }),
  })
  .meta({ id: 'Error' })

const success: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted for review.',
  207: 'Saved, but the edge cache refresh failed; it is retried until it succeeds.',
}

const accessWords: Record<Access, string> = {
  read: 'For server keys with the `manage` scope, and every member.',
  edit: 'For server keys with the `manage` scope, editors and admins.',
  admin: 'For server keys with the `manage` scope, and admins.',
  operator: 'For the operator of the service, with the token of `BUNTING_ADMIN_TOKEN`; without one it answers 404.',
}

const errorsOf = (endpoint: Endpoint): ErrorCode[] => [
  ...(endpoint.body ? (['INVALID_JSON'] as const) : []),
  'UNAUTHORIZED',
  'INVALID_API_KEY',
  'FORBIDDEN',
  ...(endpoint.path.includes('{') ? (['RESOURCE_NOT_FOUND'] as const) : []),
  ...(endpoint.errors ?? []),
  ...(endpoint.body ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
  ...(endpoint.body || endpoint.query ? (['VALIDATION_ERROR'] as const) : []),
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]

const errorAnswers = (endpoint: Endpoint) => {
  const byStatus = Map.groupBy(errorsOf(endpoint), (code) => errorTable[code].status)
  return [...byStatus].map(([status, codes]) => [
    String(status),
    {
      description: codes.map((code) => `\`${code}\`: ${errorTable[code].when}.`).join('\n\n'),
      content: { 'application/json': { schema: errorSchema } },
    },
  ])
}

/** A query that is prepared before it is read is still described by what it is read as. */
const objectOf = (schema: z.ZodType): z.ZodObject =>
  schema instanceof z.ZodPipe ? (schema.out as z.ZodObject) : (schema as z.ZodObject)

const operationOf = (operationId: string, endpoint: Endpoint) => {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '')
  const answers = Object.entries(endpoint.answers).map(([status, schema]) => [
    status,
    { description: success[status] ?? '', content: { 'application/json': { schema } } },
  ])
  return {
    operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, accessWords[endpoint.access]].filter(Boolean).join('\n\n'),
    security: endpoint.access === 'operator' ? [{ operator: [] }] : [{ apiKey: [] }],
    requestParams: {
      ...(names.length > 0 ? { path: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) } : {}),
      ...(endpoint.query ? { query: objectOf(endpoint.query) } : {}),
    },
    ...(endpoint.body
      ? {
          requestBody: {
            required: !endpoint.bodyOptional,
            content: { 'application/json': { schema: endpoint.body } },
          },
        }
      : {}),
    responses: Object.fromEntries([...answers, ...errorAnswers(endpoint)]),
  }
}

/** The OpenAPI 3.1 document of the Management API. */
export const openApiDocument = (serverUrl: string) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(operationId, endpoint as Endpoint),
    }
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Bunting Management API',
      version: '1',
      description:
        'Create, read and change projects, environments, flags, configs, proposals and keys. Flags are evaluated by the Delivery API.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl }],
    paths: paths as NonNullable<ZodOpenApiObject['paths']>,
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'A server key (`sk_…`).' },
        operator: { type: 'http', scheme: 'bearer', description: "The operator's token." },
      },
    },
  })
}
