import { fail } from '@bunting/contract'
import type { EdgeKey } from '../../edge/edge.ts'
import type { CompiledBundle } from '../bundle/compiled-bundle.ts'
import type { EdgeCache } from '../cache/edge-cache.ts'
import { revisionIn } from '../request/revision-in.ts'
import { type Answer, errorAnswer, type Request } from '../response/answer.ts'
import { packedAnswer, varies } from '../response/packed-answer.ts'
import { withBundle } from './with-bundle.ts'

/** `GET /v1/bundle`: everything that an SDK needs to evaluate in its own process, or what is new since the revision it has. */
export const getBundle = (cache: EdgeCache, caller: EdgeKey, request: Request): Answer | Promise<Answer> => {
  if (caller.type === 'client') fail('FORBIDDEN', 'A client key may not read the bundle: it has every rule in it.')
  const answer = (bundle: CompiledBundle): Answer | Promise<Answer> => {
    const etag = `"${bundle.revision}"`
    if (hasEtag(request, etag)) return { status: 304, body: '', headers: ['ETag', etag, ...varies] }
    const from = revisionIn(request, 'from')
    const patch = from === undefined ? undefined : bundle.patchFrom(from)
    if (patch !== undefined) return packedAnswer(request, { bundle, name: `patch ${from}`, text: patch })
    return packedAnswer(request, { bundle, name: 'bundle', text: bundle.text() })
  }
  return withBundle(cache, caller, answer, bundleUnavailable)
}

export const bundleUnavailable = (): Answer =>
  errorAnswer('SERVICE_UNAVAILABLE', 'The bundle cannot be loaded now. Try again in a moment.')

/** Ignores the mark of a weak tag: a proxy that compressed an answer may have made its tag weak. */
export const hasEtag = ({ headers }: Pick<Request, 'headers'>, etag: string): boolean =>
  String(headers['if-none-match'] ?? '')
    .split(',')
    .some((one) => one.trim().replace(/^W\//, '') === etag)
