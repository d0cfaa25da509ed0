import type { EvaluationContext } from '@bunting/engine'
import type { EdgeKey } from '../../edge/edge.ts'
import { loadOf, mayBeHeavy, weigh } from '../../rules/weight.ts'
import { type CompiledBundle, visibleFlag } from '../bundle/compiled-bundle.ts'
import { notFound, outcomeFor } from '../bundle/outcome.ts'
import type { Charge } from '../request/limits.ts'
import { contextOf, parseBody } from '../request/read-body.ts'
import type { Answer, Request } from '../response/answer.ts'
import type { Serving } from '../usage/serving.ts'
import { withBundle } from './with-bundle.ts'

/** `POST /v1/evaluate` */
export const evaluate = (
  serving: Serving,
  caller: EdgeKey,
  request: Request,
  charge: Charge,
): Answer | Promise<Answer> => {
  const { flagKey, context } = read(request)
  const answer = (bundle: CompiledBundle): Answer => {
    const flag = visibleFlag(bundle, caller, flagKey)
    if (flag && mayBeHeavy(flag)) charge(weigh([flag], loadOf(context)))
    const outcome = flag ? outcomeFor(caller, flag.evaluate(context)) : notFound(flagKey)
    serving.countOwn(caller, flagKey, flag, outcome)
    if (flag) serving.exposeOwn(caller, bundle, flagKey, context, request.headers)
    return { status: 200, body: `${outcome.single}${request.requestId}"}` }
  }
  return withBundle(serving, caller, answer, () => unavailable(flagKey))
}

export const evaluateUnavailable = (request: Request): Answer => unavailable(read(request).flagKey)

const read = (request: Request): { flagKey: string; context: EvaluationContext } => {
  const body = parseBody(request.body)
  const { flagKey } = body
  if (typeof flagKey === 'string') return { flagKey, context: contextOf(body, request, []) }
  const message = flagKey === undefined ? 'is required' : 'must be string'
  return { flagKey: '', context: contextOf(body, request, [{ path: 'flagKey', message }]) }
}

const unavailable = (flagKey: string): Answer => ({
  status: 503,
  body: JSON.stringify({ flagKey, value: null, reason: 'ERROR' }),
})
