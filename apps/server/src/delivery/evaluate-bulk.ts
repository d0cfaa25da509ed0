import type { EnvironmentId, ErrorDetail } from '@bunting/contract'
import type { EvaluationContext } from '@bunting/engine'
import type { EdgeKey } from '../edge/edge.ts'
import type { Answer, Request } from './answer.ts'
import type { Cached } from './cache.ts'
import type { CompiledBundle } from './compiled-bundle.ts'
import type { EdgeCache } from './edge-cache.ts'
import { notFoundText } from './evaluate.ts'
import { contextOf, parseBody } from './read-body.ts'

const most = 100

/** `POST /v1/evaluate/bulk` */
export const evaluateBulk = (cache: EdgeCache, caller: EdgeKey, request: Request): Answer | Promise<Answer> => {
  const { flags, context } = read(request)
  const answer = ({ value: bundle, loadedAtMs }: Cached<CompiledBundle>): Answer => {
    if (!bundle) return unavailableBulk(flags, caller.environmentId)
    const results = flags.map((key) => evaluateIn(bundle, caller, key, context)).join(',')
    const age = Math.floor((performance.now() - loadedAtMs) / 1_000)
    const meta = `"environmentId":"${caller.environmentId}","evaluatedAt":"${new Date().toISOString()}","cacheAge":${age},"requestId":"${request.requestId}"`
    return { status: 200, body: `{"results":{${results}},"meta":{${meta}}}` }
  }
  const known = cache.bundles.peek(caller.environmentId)
  if (known) return answer(known)
  return cache.bundles.load(caller.environmentId).then(answer, () => unavailableBulk(flags, caller.environmentId))
}

export const evaluateBulkUnavailable = (request: Request): Answer => unavailableBulk(read(request).flags, '')

const read = (request: Request): { flags: string[]; context: EvaluationContext } => {
  const body = parseBody(request.body)
  const context = contextOf(body, flagsProblems(body.flags))
  return { flags: [...new Set(body.flags as string[])], context }
}

const flagsProblems = (flags: unknown): ErrorDetail[] => {
  if (flags === undefined) return [{ path: 'flags', message: 'is required' }]
  if (!Array.isArray(flags) || flags.length < 1 || flags.length > most) {
    return [{ path: 'flags', message: `must be an array of 1 to ${most} flag keys` }]
  }
  return flags.flatMap((key, at) =>
    typeof key === 'string' ? [] : [{ path: `flags[${at}]`, message: 'must be string' }],
  )
}

const evaluateIn = (bundle: CompiledBundle, caller: EdgeKey, key: string, context: EvaluationContext): string => {
  const flag = bundle.flags.get(key)
  if (!flag || (caller.type === 'client' && !flag.clientSafe)) return notFoundText(key).bulk
  return flag.evaluate(context).bulk
}

const unavailableBulk = (flags: readonly string[], environmentId: EnvironmentId | ''): Answer => ({
  status: 503,
  body: JSON.stringify({
    results: Object.fromEntries(flags.map((key) => [key, { value: null, reason: 'ERROR' }])),
    meta: { environmentId, evaluatedAt: new Date().toISOString(), cacheAge: 0 },
  }),
})
