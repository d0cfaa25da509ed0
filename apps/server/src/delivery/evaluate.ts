import type { EvaluationContext } from '@bunting/engine'
import type { EdgeKey } from '../edge/edge.ts'
import type { Answer, Request } from './answer.ts'
import { type CompiledBundle, outcomeText } from './compiled-bundle.ts'
import type { EdgeCache } from './edge-cache.ts'
import { contextOf, parseBody } from './read-body.ts'

/** `POST /v1/evaluate` */
export const evaluate = (cache: EdgeCache, caller: EdgeKey, request: Request): Answer | Promise<Answer> => {
  const { flagKey, context } = read(request)
  const answer = (bundle: CompiledBundle | undefined): Answer =>
    bundle
      ? { status: 200, body: `${evaluateIn(bundle, caller, flagKey, context)}${request.requestId}"}` }
      : unavailable(flagKey)
  const known = cache.bundles.peek(caller.environmentId)
  if (known) return answer(known.value)
  return cache.bundles.load(caller.environmentId).then(
    (loaded) => answer(loaded.value),
    () => unavailable(flagKey),
  )
}

export const evaluateUnavailable = (request: Request): Answer => unavailable(read(request).flagKey)

const read = (request: Request): { flagKey: string; context: EvaluationContext } => {
  const body = parseBody(request.body)
  const { flagKey } = body
  if (typeof flagKey === 'string') return { flagKey, context: contextOf(body, []) }
  const message = flagKey === undefined ? 'is required' : 'must be string'
  return { flagKey: '', context: contextOf(body, [{ path: 'flagKey', message }]) }
}

const evaluateIn = (bundle: CompiledBundle, caller: EdgeKey, flagKey: string, context: EvaluationContext): string => {
  const flag = bundle.flags.get(flagKey)
  // A client key must not learn that a flag exists, so a hidden flag looks like an unknown one.
  if (!flag || (caller.type === 'client' && !flag.clientSafe)) return notFoundText(flagKey).single
  return flag.evaluate(context).single
}

export const notFoundText = (flagKey: string) => outcomeText(flagKey, { value: null, reason: 'FLAG_NOT_FOUND' })

const unavailable = (flagKey: string): Answer => ({
  status: 503,
  body: JSON.stringify({ flagKey, value: null, reason: 'ERROR' }),
})
