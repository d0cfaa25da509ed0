import { fail } from '@bunting/contract'
import type { EdgeKey } from '../../edge/edge.ts'
import type { Answer, Request } from '../answer.ts'
import { type CompiledBundle, visibleFlag } from '../compiled-bundle.ts'
import type { EdgeCache } from '../edge-cache.ts'
import { withBundle } from '../with-bundle.ts'
import { flagNotFound } from './errors.ts'
import { flagKeyOf } from './flag-path.ts'
import { flagText } from './flag-text.ts'
import { readContext } from './read-context.ts'

/** `POST /ofrep/v1/evaluate/flags/{key}` */
export const evaluateFlag = (cache: EdgeCache, caller: EdgeKey, request: Request): Answer | Promise<Answer> => {
  const key = flagKeyOf(request)
  const context = readContext(request)
  const answer = (bundle: CompiledBundle): Answer => {
    const flag = visibleFlag(bundle, caller, key)
    return flag ? { status: 200, body: flagText(key, flag, flag.evaluate(context)) } : flagNotFound(key)
  }
  return withBundle(cache, caller, answer, ofrepUnavailable)
}

export const ofrepUnavailable = (): never =>
  fail('SERVICE_UNAVAILABLE', 'Flags cannot be evaluated now. Try again in a moment.')
