import {
  type Endpoint,
  type ErrorDetail,
  fail,
  invalid,
  isEvents,
  isFile,
  isLines,
  limits,
  parse,
} from '@bunting/contract'
import type { Hono, Context as HonoContext } from 'hono'
import { z } from 'zod'
import { giveTurn } from '../../base/give-turn.ts'
import { runInTurns } from '../../base/pausable.ts'
import type { Actor, KeyBearer } from '../auth/actor.ts'
import { admit, chargeFor, keepFor } from '../auth/admit.ts'
import { callerOf } from '../server/caller.ts'
import type { Deps } from './deps.ts'
import { type Handler, proposed } from './handle.ts'
import { jsonWithPauses } from './json-with-pauses.ts'
import { readJson, unstorable } from './read-body.ts'
import { findResources } from './resources.ts'
import { type SentEvents, sendEvents } from './send-events.ts'
import { type SentFile, sendFile } from './send-file.ts'
import { sendLines } from './send-lines.ts'
import { readUpload } from './upload.ts'

/**
 * Puts handlers on their paths. The order of the checks is the order of the lines in `answer` (decisions, section 2):
 * caller, then what the path names, then the query and body; the handler decides about protection, plan and state.
 */
export const mount = (app: Hono, handlers: readonly Handler[], deps: Deps): void => {
  for (const handler of handlers) {
    app.on(handler.endpoint.method, honoPath(handler.endpoint.path), (c) => answer(c, handler, deps))
  }
  for (const [path, methods] of Map.groupBy(handlers, ({ endpoint }) => endpoint.path)) {
    refuseOthers(app, honoPath(path), methods.map(({ endpoint }) => endpoint.method).join(', '))
  }
}

/** Refuses the other methods of a path that exists. */
export const refuseOthers = (app: Hono, path: string, methods: string): void => {
  app.all(path, (c) => {
    c.header('allow', methods)
    return fail('METHOD_NOT_ALLOWED', `This address takes ${methods}.`)
  })
}

const honoPath = (path: string): string => path.replace(/\{(\w+)\}/g, ':$1')

const answer = async (c: HonoContext, { endpoint, run, check }: Handler, deps: Deps): Promise<Response> => {
  const actor = await admit(c, endpoint, deps)
  const params = await paramsOf(c, endpoint, actor, deps)
  const resources = await findResources(deps.store, actor?.orgId, params)
  const query = endpoint.query && readQuery(endpoint.query, c.req.query())
  const { body, isLarge } = await readBody(endpoint, c.req.raw, (raw) => check?.(raw, resources as never) ?? [])
  const upload = endpoint.upload && readUpload(endpoint.upload, c)
  const idempotencyKey = c.req.header('idempotency-key')
  const lastEventId = c.req.header('last-event-id')
  const isOptedOut = deps.respectGpc && c.req.header('sec-gpc') === '1'
  const caller = callerOf(c)
  const charge = chargeFor(c, actor, deps)
  const keep = keepFor(c, actor, deps)
  const addHeader = (name: string, value: string) => c.header(name, value)
  const given = { params, query, body, upload, actor, caller, charge, keep, addHeader }
  const sent = { ...given, idempotencyKey, lastEventId, isOptedOut }
  const result = await run({ ...deps, ...resources, ...sent } as never)
  if (isLarge) await giveTurn()
  return respond(c, endpoint, result)
}

/** Returns the parameters of the path, and the project if the endpoint takes it from the query or the key. */
const paramsOf = async (
  c: HonoContext,
  { projectOfKey }: Endpoint,
  actor: Actor | undefined,
  { store }: Deps,
): Promise<Record<string, string>> => {
  const params = c.req.param() as Record<string, string>
  if (!projectOfKey) return params
  const asked = c.req.query('projectId')
  return {
    ...params,
    projectId: asked ?? (await store.environments.projectOf((actor as KeyBearer).environmentId)) ?? '',
  }
}

const readQuery = (schema: z.ZodType, input: Record<string, string>): unknown => {
  const parsed = parse(schema, input)
  const details = [...unstorable(input), ...(parsed.ok ? [] : parsed.details)]
  return details.length > 0 || !parsed.ok ? invalid('The query is not as described.', details) : parsed.value
}

type ReadBody = { body: unknown; isLarge: boolean }

/** Checks the body in steps. Each may take long if the body is large, so other requests have a turn in between. */
const readBody = async (
  endpoint: Endpoint,
  request: Request,
  check: (raw: unknown) => ErrorDetail[],
): Promise<ReadBody> => {
  if (!endpoint.body) return { body: undefined, isLarge: false }
  const { bodyBytes = limits.managementBodyBytes, bodyParts } = endpoint
  const { sent, isLarge } = await readJson(request, bodyBytes, bodyParts)
  if (sent === undefined && !endpoint.bodyOptional) fail('INVALID_JSON', 'The body is empty: send JSON.')
  const raw = sent === undefined ? {} : sent
  const parsed = parse(endpoint.body, raw)
  if (isLarge) await giveTurn()
  const bad = endpoint.partial ? [] : unstorable(raw)
  if (isLarge) await giveTurn()
  const details = [...bad, ...(parsed.ok ? [] : parsed.details), ...check(raw)]
  if (details.length > 0 || !parsed.ok) invalid('The body is not as described.', details)
  if (isLarge) await giveTurn()
  return { body: parsed.value, isLarge }
}

/** Sends exactly the fields that the endpoint's answer lists, even if the result has more. */
const respond = (c: HonoContext, { answers }: Endpoint, result: object): Response | Promise<Response> => {
  const status = statusOf(answers, result)
  if (status === 204) return c.body(null, 204)
  if (isLines(answers[status] as z.ZodType)) return sendLines(c, result as AsyncGenerator<string>)
  if (isEvents(answers[status] as z.ZodType)) return sendEvents(c, result as SentEvents)
  if (isFile(answers[status] as z.ZodType)) return sendFile(c, result as SentFile)
  const schema = answers[status] as z.ZodObject
  const body = pick(schema, result)
  const item = (schema.shape.items as z.ZodArray | undefined)?.element
  if (item instanceof z.ZodObject) body.items = (body.items as object[]).map((one) => pick(item, one))
  if ('versions' in body || 'flags' in body) return sendInTurns(c, body, status)
  return c.json(body, status as 200)
}

/** Sends configs of every environment, or values of every flag. Serializing pauses, since they can be many megabytes. */
const sendInTurns = async (c: HonoContext, body: Record<string, unknown>, status: number): Promise<Response> =>
  c.body(await runInTurns(jsonWithPauses(body, 2)), status as 200, { 'content-type': 'application/json' })

const statusOf = (answers: Endpoint['answers'], result: object): number => {
  if (proposed in result) return 202
  if ('syncWarning' in result) return 207
  return Number(Object.keys(answers)[0])
}

/** Runs for each item of a list, so it has to be fast. */
const pick = (schema: z.ZodObject, from: object): Record<string, unknown> => {
  const picked: Record<string, unknown> = {}
  for (const field in schema.shape) picked[field] = (from as Record<string, unknown>)[field]
  return picked
}
