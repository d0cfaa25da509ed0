import { z } from 'zod'
import type { oas31, ZodOpenApiOperationObject } from 'zod-openapi'
import { track as trackEndpoint } from '../endpoints/telemetry.ts'
import type { ErrorCode } from '../errors.ts'
import { limits } from '../limits.ts'
import {
  bulkEvaluationSchema,
  bulkEvaluationUnavailable,
  bundlePatchSchema,
  bundleSchema,
  evaluateBody,
  evaluateBulkBody,
  evaluationSchema,
  evaluationUnavailable,
  ofrepBody,
  ofrepErrorSchema,
  ofrepFlagSchema,
  ofrepFlagsSchema,
} from '../schemas/delivery.ts'
import { trackAnswerSchema, trackBody } from '../schemas/track.ts'
import { documentOf, type OpenApiDocument } from './document.ts'
import { errorAnswer, errorAnswers } from './errors.ts'
import { headersOf } from './headers.ts'
import { requestBodyOf } from './request-body.ts'

type Operation = Omit<ZodOpenApiOperationObject, 'responses'> & {
  answers: Record<string, object>
  errors?: readonly ErrorCode[]
}

const json = (description: string, schema: z.ZodType) => ({ description, content: { 'application/json': { schema } } })
/** An answer with an `ETag`. */
const tagged = (answer: object, links: oas31.LinksObject) => ({
  200: { ...answer, ...headersOf(200, ['ETag']), links },
})
const asked = (schema: z.ZodType) => requestBodyOf(schema, { maxBytes: limits.deliveryBodyBytes, required: true })

const keys: oas31.SecurityRequirementObject[] = [{ apiKey: [] }, { apiKeyHeader: [] }]

/** The errors of a bad body; OFREP has its own. */
const bodyErrors = ['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR'] as const
const ofrepBodyErrors = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const
const everyError = ['UNAUTHORIZED', 'INVALID_API_KEY', 'FORBIDDEN', 'METHOD_NOT_ALLOWED', 'RATE_LIMITED'] as const

const unchanged = { 304: { description: 'The caller has it: `If-None-Match` named it.', ...headersOf(304, ['ETag']) } }
const ifNoneMatch = z.object({
  'If-None-Match': z.string().optional().meta({ description: 'The `ETag` of what the caller has.' }),
})
const lastEventId = z.object({
  'Last-Event-ID': z.string().optional().meta({ description: 'The `id` of the last event that the reader has.' }),
})
const from = z.object({
  from: z.string().optional().meta({
    description:
      'The revision of the bundle that the caller has, which can then be told what is new since; 0 or nothing where it has none.',
    example: '1767225600004',
  }),
})
/** Adds an optional `Retry-After` to a 503: present if streams are full, absent if a part of the service is down. */
const comeBack = (answer: object) => ({ ...answer, ...headersOf(503, ['Retry-After?']) })
const events = {
  description: 'Events, until one side ends it.',
  content: { 'text/event-stream': { schema: z.string() } },
}
const ofrepErrors = {
  400: json('The body is not JSON, or its context is not a context.', ofrepErrorSchema),
  500: json('The flags cannot be evaluated now.', ofrepErrorSchema),
}

const operations: Record<string, Record<string, Operation>> = {
  '/v1/evaluate': {
    post: {
      operationId: 'evaluate',
      tags: ['Evaluation'],
      summary: 'Evaluate one flag',
      description: 'An unknown flag, and for a client key one that is not client-safe, is `FLAG_NOT_FOUND` with 200.',
      requestBody: asked(evaluateBody),
      answers: {
        200: json('The result.', evaluationSchema),
        503: json('The bundle is unavailable.', evaluationUnavailable),
      },
      errors: [...bodyErrors, 'INTERNAL_ERROR'],
    },
  },
  '/v1/evaluate/bulk': {
    post: {
      operationId: 'evaluateBulk',
      tags: ['Evaluation'],
      summary: 'Evaluate several flags with one context',
      description:
        'Each flag as by itself: one that is unknown costs the others nothing. The `ETag` is the revision that answered, as `/v1/bundle` and `/v1/stream` have it.',
      requestBody: asked(evaluateBulkBody),
      answers: {
        200: { ...json('A result for each flag.', bulkEvaluationSchema), ...headersOf(200, ['ETag']) },
        503: json('The bundle is unavailable.', bulkEvaluationUnavailable),
      },
      errors: [...bodyErrors, 'INTERNAL_ERROR'],
    },
  },
  '/v1/track': {
    post: {
      operationId: 'track',
      tags: ['Telemetry'],
      summary: trackEndpoint.summary,
      description: `${trackEndpoint.description} Where Delivery has no database of its own, the answer comes when Redis has the batch.`,
      requestParams: { header: trackEndpoint.headers as z.ZodObject },
      requestBody: requestBodyOf(trackBody, { maxBytes: limits.trackBodyBytes, required: true }),
      answers: { 202: json('What was taken, and what was not.', trackAnswerSchema) },
      errors: [...bodyErrors, 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'],
    },
  },
  '/v1/bundle': {
    get: {
      operationId: 'getBundle',
      tags: ['Evaluation in process'],
      summary: 'Every flag and rule, to evaluate in process',
      description:
        'For server keys: a bundle has every rule in it. The revision is its `ETag`, a weak one where the answer is compressed (`br` or `gzip`, by `Accept-Encoding`). To a caller that says `from` the answer may be a patch, which has a `from` too: what is new since that revision. It is the whole bundle where the patch is not known, or would not be much smaller.',
      requestParams: { header: ifNoneMatch, query: from },
      answers: {
        ...tagged(json('The bundle, or what is new since `from`.', z.union([bundleSchema, bundlePatchSchema])), {
          getBundle: { operationId: 'getBundle', parameters: { 'If-None-Match': '$response.header.ETag' } },
        }),
        ...unchanged,
      },
      errors: ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'],
    },
  },
  '/v1/lists/{listId}': {
    get: {
      operationId: 'getList',
      tags: ['Evaluation in process'],
      summary: 'A list of units that the bundle names',
      description:
        'For server keys, of a list that the bundle of their environment names. Hashes of its units as bytes, big-endian: `BLST`, the format 1 in one byte, three zero bytes, then as 64-bit unsigned numbers the version that it goes on from (0: it is the whole), its own, how many are added and how many removed; then the added and the removed hashes, 8 bytes each, each ascending. The last two versions are there; one that is not here yet is a 503. To a caller whose `from` is not known the whole is sent.',
      requestParams: {
        path: z.object({ listId: z.string().min(1) }),
        header: ifNoneMatch,
        query: z.object({
          version: z
            .string()
            .optional()
            .meta({ description: 'As the bundle names it; the latest where it is absent.' }),
          from: z.string().optional().meta({ description: 'The version that the caller has.' }),
        }),
      },
      answers: {
        200: {
          description: 'The list, or what is new in it since `from`.',
          content: { 'application/octet-stream': { schema: z.string() } },
          ...headersOf(200, ['ETag']),
        },
        ...unchanged,
      },
      errors: ['RESOURCE_NOT_FOUND', 'INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'],
    },
  },
  '/v1/stream': {
    get: {
      operationId: 'stream',
      tags: ['Evaluation in process'],
      summary: 'Hear of changes as server-sent events',
      description:
        'Server keys get `bundle` events with the new bundle, client keys `changed` events with the revision. A server key that says `from` gets `patch` events, as `/v1/bundle` has them, wherever what is new since the event before can be told. The current one comes first, unless `Last-Event-ID`, or else `from`, says that the reader has it. An address, or a client key, that has as many streams open as it may gets a 429, and everybody a 503 where there is no room for more, or where too many are opened at once; `Retry-After` says when to come back. For server keys it is compressed with gzip where `Accept-Encoding` has that.',
      security: [...keys, { clientKey: [] }],
      requestParams: { header: lastEventId, query: from },
      answers: { 200: events, 503: comeBack(errorAnswer('SERVICE_UNAVAILABLE')) },
      errors: ['INTERNAL_ERROR'],
    },
  },
  '/ofrep/v1/stream': {
    get: {
      operationId: 'ofrepStream',
      tags: ['OpenFeature'],
      summary: 'Hear when to evaluate again (OpenFeature Remote Evaluation Protocol)',
      description:
        'By the address that a bulk evaluation names, the same whatever changes: its token opens this alone. Each message says to evaluate again; the first comes at once, unless `Last-Event-ID` names the revision that is current. Too many streams are a 429, or a 500 where there is no room for more, both with `Retry-After`.',
      security: [],
      requestParams: { header: lastEventId, query: z.object({ token: z.string() }) },
      answers: { 200: events, 500: comeBack(ofrepErrors[500]) },
    },
  },
  '/ofrep/v1/evaluate/flags/{key}': {
    post: {
      operationId: 'ofrepEvaluateFlag',
      tags: ['OpenFeature'],
      summary: 'Evaluate one flag (OpenFeature Remote Evaluation Protocol)',
      description: 'As OpenFeature’s own providers ask, and are answered.',
      requestParams: { path: z.object({ key: z.string().min(1) }) },
      requestBody: asked(ofrepBody),
      answers: {
        200: json('The result.', ofrepFlagSchema),
        404: json('There is no such flag.', ofrepErrorSchema),
        ...ofrepErrors,
      },
      errors: ofrepBodyErrors,
    },
  },
  '/ofrep/v1/evaluate/flags': {
    post: {
      operationId: 'ofrepEvaluateFlags',
      tags: ['OpenFeature'],
      summary: 'Evaluate every flag (OpenFeature Remote Evaluation Protocol)',
      description: 'Every flag that the key may see. The `ETag` is that of the flags, the key and the whole context.',
      requestParams: { header: ifNoneMatch },
      requestBody: asked(ofrepBody),
      answers: {
        ...tagged(json('A result for each flag, and where to hear of changes.', ofrepFlagsSchema), {
          ofrepEvaluateFlag: { operationId: 'ofrepEvaluateFlag', parameters: { key: '$response.body#/flags/0/key' } },
        }),
        ...unchanged,
        ...ofrepErrors,
      },
      errors: ofrepBodyErrors,
    },
  },
}

const operationOf = ({ answers, errors = [], ...operation }: Operation): ZodOpenApiOperationObject => ({
  ...operation,
  responses: {
    ...Object.fromEntries(errorAnswers([...everyError, ...errors])),
    ...Object.fromEntries(
      Object.entries(answers).map(([status, answer]) => [status, { ...headersOf(status), ...answer }]),
    ),
  },
})

/** The OpenAPI 3.1 document of the Delivery API. */
export const deliveryDocument = (serverUrl: string): OpenApiDocument =>
  documentOf({
    title: 'Bunting Delivery API',
    description: 'Evaluates flags. Server keys see every flag, client keys those that are client-safe.',
    url: serverUrl,
    tags: {
      Evaluation: 'What a flag answers for a context.',
      Telemetry: 'What happened, for metrics and experiments.',
      'Evaluation in process': 'For SDKs that have every rule themselves, and for those that wait for changes.',
      OpenFeature: 'The OpenFeature Remote Evaluation Protocol.',
    },
    security: keys,
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, byMethod]) => [
        path,
        Object.fromEntries(Object.entries(byMethod).map(([method, operation]) => [method, operationOf(operation)])),
      ]),
    ),
    securitySchemes: {
      apiKey: { type: 'http', scheme: 'bearer', description: 'A server or a client key.' },
      apiKeyHeader: {
        type: 'apiKey',
        in: 'header',
        name: 'X-API-Key',
        description: 'The same, in a header of its own.',
      },
      clientKey: {
        type: 'apiKey',
        in: 'query',
        name: 'key',
        description: 'A client key, for an EventSource, which sends no headers.',
      },
    },
  })
