import { z } from 'zod'
import { createDocument, type ZodOpenApiOperationObject } from 'zod-openapi'
import type { ErrorCode } from './errors.ts'
import { errorAnswers } from './openapi-errors.ts'
import {
  bulkEvaluationSchema,
  bulkEvaluationUnavailable,
  bundleSchema,
  evaluateBody,
  evaluateBulkBody,
  evaluationSchema,
  evaluationUnavailable,
  ofrepBody,
  ofrepErrorSchema,
  ofrepFlagSchema,
  ofrepFlagsSchema,
} from './schemas/delivery.ts'

type Operation = Omit<ZodOpenApiOperationObject, 'responses'> & {
  answers: Record<string, object>
  errors?: readonly ErrorCode[]
}

const json = (description: string, schema: z.ZodType) => ({ description, content: { 'application/json': { schema } } })
const asked = (schema: z.ZodType) => ({ required: true, content: { 'application/json': { schema } } })

/** What a bad body is answered with; OFREP's routes say it in their own way. */
const bodyErrors = ['INVALID_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE', 'VALIDATION_ERROR'] as const
const ofrepBodyErrors = ['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const
const everyError = ['UNAUTHORIZED', 'INVALID_API_KEY', 'FORBIDDEN', 'METHOD_NOT_ALLOWED', 'RATE_LIMITED'] as const

const unchanged = { 304: { description: 'The caller has it: `If-None-Match` named it.' } }
const events = {
  description: 'Events, until one side ends it.',
  content: { 'text/event-stream': { schema: z.string() } },
}
const ofrepErrors = {
  400: json('The body is no JSON, or its context is none.', ofrepErrorSchema),
  500: json('The flags cannot be evaluated now.', ofrepErrorSchema),
}

const operations: Record<string, Record<string, Operation>> = {
  '/v1/evaluate': {
    post: {
      operationId: 'evaluate',
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
      summary: 'Evaluate several flags with one context',
      description: 'The `ETag` is the revision that answered, as `/v1/bundle` and `/v1/stream` have it.',
      requestBody: asked(evaluateBulkBody),
      answers: {
        200: json('A result for each flag.', bulkEvaluationSchema),
        503: json('The bundle is unavailable.', bulkEvaluationUnavailable),
      },
      errors: [...bodyErrors, 'INTERNAL_ERROR'],
    },
  },
  '/v1/bundle': {
    get: {
      operationId: 'getBundle',
      summary: 'Every flag and rule, to evaluate in process',
      description: 'For server keys: a bundle has every rule in it. The revision is its strong `ETag`.',
      answers: { 200: json('The bundle.', bundleSchema), ...unchanged },
      errors: ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'],
    },
  },
  '/v1/stream': {
    get: {
      operationId: 'stream',
      summary: 'Hear of changes as server-sent events',
      description:
        'Server keys get `bundle` events with the new bundle, client keys `changed` events with the revision. The current one comes first, unless `Last-Event-ID` says that the reader has it. An address, or a client key, that has as many streams open as it may gets a 429, and everybody a 503 where there is no room for more; `Retry-After` says when to come back.',
      requestParams: {
        query: z.object({
          key: z.string().optional().meta({ description: 'A client key, for an EventSource, which sends no headers.' }),
        }),
      },
      answers: { 200: events },
      errors: ['INTERNAL_ERROR', 'SERVICE_UNAVAILABLE'],
    },
  },
  '/ofrep/v1/stream': {
    get: {
      operationId: 'ofrepStream',
      summary: 'Hear when to evaluate again (OpenFeature Remote Evaluation Protocol)',
      description:
        'By the address that a bulk evaluation names, the same whatever changes: its token opens this alone. Each message says to evaluate again; the first comes at once, unless `Last-Event-ID` names the revision that is current. Too many streams are a 429, or a 500 where there is no room for more, both with `Retry-After`.',
      security: [],
      requestParams: { query: z.object({ token: z.string() }) },
      answers: { 200: events, 500: ofrepErrors[500] },
    },
  },
  '/ofrep/v1/evaluate/flags/{key}': {
    post: {
      operationId: 'ofrepEvaluateFlag',
      summary: 'Evaluate one flag (OpenFeature Remote Evaluation Protocol)',
      requestParams: { path: z.object({ key: z.string() }) },
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
      summary: 'Evaluate every flag (OpenFeature Remote Evaluation Protocol)',
      requestBody: asked(ofrepBody),
      answers: {
        200: json('A result for each flag, and where to hear of changes.', ofrepFlagsSchema),
        ...unchanged,
        ...ofrepErrors,
      },
      errors: ofrepBodyErrors,
    },
  },
}

const operationOf = ({ answers, errors = [], ...operation }: Operation): ZodOpenApiOperationObject => ({
  ...operation,
  responses: { ...Object.fromEntries(errorAnswers([...everyError, ...errors])), ...answers },
})

/** The OpenAPI 3.1 document of the Delivery API. */
export const deliveryDocument = () =>
  createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Bunting Delivery API',
      version: '1',
      description: 'Evaluates flags. Server keys see every flag, client keys those that are client-safe.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '{deliveryUrl}', variables: { deliveryUrl: { default: 'http://127.0.0.1:4001' } } }],
    security: [{ apiKey: [] }],
    paths: Object.fromEntries(
      Object.entries(operations).map(([path, byMethod]) => [
        path,
        Object.fromEntries(Object.entries(byMethod).map(([method, operation]) => [method, operationOf(operation)])),
      ]),
    ),
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: 'A server or a client key.' } },
    },
  })
