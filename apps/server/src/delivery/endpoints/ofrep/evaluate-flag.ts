import { fail } from '@bunting/contract'
import type { EdgeKey } from '../../../edge/edge.ts'
import { loadOf, mayBeHeavy, weigh } from '../../../rules/weight.ts'
import { type CompiledBundle, visibleFlag } from '../../bundle/compiled-bundle.ts'
import { notFound, outcomeFor } from '../../bundle/outcome.ts'
import type { Charge } from '../../request/limits.ts'
import type { Answer, Request } from '../../response/answer.ts'
import type { Serving } from '../../usage/serving.ts'
import { withBundle } from '../with-bundle.ts'
import { flagBroken, flagNotFound } from './errors.ts'
import { flagKeyOf } from './flag-path.ts'
import { flagTexts } from './flag-text.ts'
import { ofrepPath, readContext } from './read-context.ts'

/** `POST /ofrep/v1/evaluate/flags/{key}` */
export const evaluateFlag = (
  serving: Serving,
  caller: EdgeKey,
  request: Request,
  charge: Charge,
): Answer | Promise<Answer> => {
  const key = flagKeyOf(request)
  const context = readContext(request)
  const answer = (bundle: CompiledBundle): Answer => {
    const flag = visibleFlag(bundle, caller, key)
    if (flag && mayBeHeavy(flag)) charge(weigh([flag], loadOf(context), ofrepPath))
    const outcome = flag ? outcomeFor(caller, flag.evaluate(context)) : notFound(key)
    serving.countOfrep(caller, key, flag, outcome)
    if (flag) serving.tracker?.expose(caller, bundle, key, context, request.headers)
    if (!flag) return flagNotFound(key)
    if (flag.broken) return flagBroken(key)
    const { textOf, end } = flagTexts(bundle.environmentId, context)
    return { status: 200, body: textOf(key, flag, outcome) + end }
  }
  return withBundle(serving, caller, answer, ofrepUnavailable)
}

export const ofrepUnavailable = (): never =>
  fail('SERVICE_UNAVAILABLE', 'Flags cannot be evaluated now. Try again in a moment.')
