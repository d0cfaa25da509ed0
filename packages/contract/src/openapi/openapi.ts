import { z } from 'zod'
import type { ZodOpenApiObject } from 'zod-openapi'
import { type Access, type Endpoint, pathParameters, queryObject } from '../endpoint.ts'
import { endpoints } from '../endpoints/index.ts'
import type { ErrorCode } from '../errors.ts'
import { isEvents } from '../events.ts'
import { isFile } from '../file.ts'
import { fileType } from '../file-type.ts'
import { limits } from '../limits.ts'
import { isLines } from '../lines.ts'
import { eventsType } from '../read-events.ts'
import { linesType } from '../read-lines.ts'
import { type SignInPage, signInPages } from '../sign-in-pages.ts'
import { documentOf, type OpenApiDocument } from './document.ts'
import { errorAnswers } from './errors.ts'
import { headersOf } from './headers.ts'
import { linksOf } from './links.ts'
import { manifestPaths } from './manifest.ts'
import { requestBodyOf } from './request-body.ts'

const success: Record<string, string> = {
  200: 'Done.',
  201: 'Created.',
  202: 'Accepted.',
  204: 'Done; there is nothing to say.',
  207: 'Saved, but the edge cache refresh failed; it is retried until it succeeds.',
}

const accessWords: Record<Access, string> = {
  public: 'For everybody.',
  session: 'For whoever is signed in.',
  telemetry: 'For server and client keys with the `telemetry` scope; any origin may call it.',
  read: 'For server keys with the scope `read` or `manage`, and every member.',
  edit: 'For server keys with the scope `edit` or `manage`, editors and admins.',
  admin: 'For server keys with the scope `admin` or `manage`, and admins.',
  readSession: 'For every member who is signed in. No key may call it, whatever its scopes.',
  adminSession: 'For admins who are signed in. No key may call it, whatever its scopes.',
  operator: 'For the operator of the service, with the token of `BUNTING_ADMIN_TOKEN`; without one it answers 404.',
}

type Security = Record<string, never[]>[]
const keyOrSession: Security = [{ apiKey: [] }, { session: [] }]
const security: Record<Access, Security> = {
  public: [],
  session: [{ session: [] }],
  telemetry: [{ apiKey: [] }],
  read: keyOrSession,
  edit: keyOrSession,
  admin: keyOrSession,
  readSession: [{ session: [] }],
  adminSession: [{ session: [] }],
  operator: [{ operator: [] }],
}

const csrf = ['CSRF_MISSING_ORIGIN', 'CSRF_ORIGIN_MISMATCH'] as const

const callerErrors = ({ access, method }: Endpoint): readonly ErrorCode[] => {
  if (access === 'public') return []
  if (access === 'operator') return ['UNAUTHORIZED', 'INVALID_API_KEY', 'FORBIDDEN']
  const ofSessions = method === 'GET' ? [] : csrf
  if (access === 'telemetry') return ['UNAUTHORIZED', 'INVALID_API_KEY', 'FORBIDDEN']
  if (access === 'session') return ['UNAUTHORIZED', ...ofSessions]
  return ['UNAUTHORIZED', 'INVALID_API_KEY', 'FORBIDDEN', ...ofSessions]
}

const errorsOf = (endpoint: Endpoint): ErrorCode[] => [
  ...(endpoint.body ? (['INVALID_JSON'] as const) : []),
  ...callerErrors(endpoint),
  ...(endpoint.path.includes('{') ? (['RESOURCE_NOT_FOUND'] as const) : []),
  ...(endpoint.errors ?? []),
  ...(endpoint.body || endpoint.upload ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
  ...(endpoint.body || endpoint.query ? (['VALIDATION_ERROR'] as const) : []),
  'RATE_LIMITED',
  'INTERNAL_ERROR',
  'SERVICE_UNAVAILABLE',
]

const mediaTypeOf = (schema: z.ZodType): string => {
  if (isLines(schema)) return linesType
  if (isEvents(schema)) return eventsType
  return isFile(schema) ? fileType : 'application/json'
}

const operationOf = (operationId: string, endpoint: Endpoint) => {
  const names = pathParameters(endpoint.path)
  const links = linksOf(operationId)
  const answers = Object.entries(endpoint.answers).map(([status, schema], at) => [
    status,
    {
      description: success[status] ?? '',
      ...headersOf(status),
      ...(status === '204' ? {} : { content: { [mediaTypeOf(schema)]: { schema } } }),
      ...(at === 0 && Object.keys(links).length > 0 ? { links } : {}),
    },
  ])
  return {
    operationId,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: [endpoint.description, accessWords[endpoint.access]].filter(Boolean).join('\n\n'),
    security: security[endpoint.access],
    requestParams: {
      ...(names.length > 0 ? { path: z.object(Object.fromEntries(names.map((name) => [name, pathParameter]))) } : {}),
      ...(endpoint.query ? { query: queryObject(endpoint.query) } : {}),
      ...(endpoint.headers ? { header: endpoint.headers } : {}),
    },
    ...(endpoint.body
      ? {
          requestBody: requestBodyOf(endpoint.body, {
            maxBytes: endpoint.bodyBytes ?? limits.managementBodyBytes,
            maxParts: endpoint.bodyParts,
            required: !endpoint.bodyOptional,
          }),
        }
      : {}),
    ...(endpoint.upload
      ? {
          requestBody: {
            required: true,
            description: `At most ${limits.listUploadBytes / 1024 ** 3} GiB, packed and unpacked.`,
            content: Object.fromEntries(endpoint.upload.map((type) => [type, { schema: z.string() }])),
          },
        }
      : {}),
    responses: withCookie(Object.fromEntries([...answers, ...errorAnswers(errorsOf(endpoint))]), endpoint.setsCookie),
  }
}

const pathParameter = z.string().min(1)

const withCookie = (answers: Record<string, object>, statuses: readonly (number | string)[] = []) => ({
  ...answers,
  ...Object.fromEntries(
    statuses.map((status) => [status, { ...answers[status], ...headersOf(status, ['Set-Cookie']) }]),
  ),
})

const pageErrors = ['RESOURCE_NOT_FOUND', 'RATE_LIMITED', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'] as const

const redirect = { description: 'On the way.', ...headersOf(302, ['Location', 'Set-Cookie']) }

const refused = (refusals: SignInPage['refusals']): Record<string, object> => ({
  ...Object.fromEntries(errorAnswers(pageErrors)),
  ...Object.fromEntries(
    Object.entries(refusals).map(([status, words]) => [
      status,
      { description: words, content: { 'text/html': { schema: z.string() } } },
    ]),
  ),
})

const pageOperationOf = (operationId: string, { summary, description, query, refusals }: SignInPage) => ({
  operationId,
  tags: ['Sign-in'],
  summary,
  description,
  security: security.public,
  ...(query ? { requestParams: { query } } : {}),
  responses: { 302: redirect, ...withCookie(refused(refusals), Object.keys(refused(refusals))) },
})

const tags = {
  Projects: 'What owns environments and flags.',
  Environments: 'Where flags have their configs.',
  Flags: 'What code asks for.',
  'Flag versions': 'Configs, one after the other, per environment.',
  Segments: 'Audiences that flags and other segments name.',
  'Segment versions': 'Who is in a segment, one config after the other, per environment.',
  'Segment ids': 'Who is in a large segment: up to ten million ids, uploaded, per environment.',
  Proposals: 'Changes of protected environments, which another actor approves.',
  'Code references': 'Where code names a flag, as scans of repositories found it.',
  Promotions: 'What one environment has, brought to another.',
  Views: 'Searches among the flags of a project, kept under a name.',
  Contexts: 'Whom to try flags as, kept under a name.',
  Favourites: 'Flags that a person wants at hand.',
  Schedules: 'Changes of a config at times to come, step by step, with guardrails.',
  Metrics: 'What a unit is worth, from the events that code sends.',
  Experiments: 'Which variant of a rule is better, at every look.',
  'API keys': 'Who may call, and for what.',
  'Audit log': 'Who did what.',
  Webhooks: 'Who is told of what the audit log gets, by Standard Webhooks.',
  Telemetry: 'Evaluations that were made elsewhere.',
  Usage: 'How flags are used, by day.',
  Members: 'Who may sign in, and their roles.',
  'Sign-in': 'Sessions, and how a browser gets one.',
  OpenFeature: "Flags as OpenFeature's command line pulls and pushes them, with its own form of errors.",
  Operator: 'Organizations and backups, for whoever runs the service.',
}

export { deliveryDocument } from './delivery.ts'

/** The OpenAPI 3.1 document of the Management API. */
export const openApiDocument = (serverUrl: string): OpenApiDocument => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [operationId, endpoint] of Object.entries(endpoints)) {
    paths[endpoint.path] = {
      ...paths[endpoint.path],
      [endpoint.method.toLowerCase()]: operationOf(operationId, endpoint as Endpoint),
    }
  }
  for (const [operationId, page] of Object.entries(signInPages)) {
    paths[page.path] = { get: pageOperationOf(operationId, page) }
  }
  Object.assign(paths, manifestPaths())
  return documentOf({
    title: 'Bunting Management API',
    description:
      'Create, read and change projects, environments, flags, segments, configs, proposals and keys. Flags are evaluated by the Delivery API.',
    url: serverUrl,
    tags,
    paths: paths as NonNullable<ZodOpenApiObject['paths']>,
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer', description: 'A server key (`sk_…`).' },
      operator: { type: 'http', scheme: 'bearer', description: "The operator's token." },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: '__Host-bunting_session',
        description: 'A session, as sign-in gives it to a browser. Over plain HTTP it is called `bunting_session`.',
      },
    },
  })
}
