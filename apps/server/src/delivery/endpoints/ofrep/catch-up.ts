import type { EdgeKey } from '../../../edge/edge.ts'
import type { EdgeCache } from '../../cache/edge-cache.ts'
import { revisionIn } from '../../request/revision-in.ts'
import type { Request } from '../../response/answer.ts'

/** A bundle loaded less than this ago is not read again: callers can name revisions that never existed. */
const throttleMs = 100

/**
 * Reads the edge first if a stream told the client to evaluate again at a revision that is not here yet: the stream may
 * be of another instance, and the client would keep an answer from an older revision. Undefined if there is nothing to
 * wait for.
 */
export const catchUp = ({ bundles }: EdgeCache, caller: EdgeKey, request: Request): Promise<unknown> | undefined => {
  const told = revisionIn(request, 'flagConfigEtag')
  if (told === undefined) return undefined
  const known = bundles.peek(caller.environmentId)
  if (!known?.value || known.value.revision >= told) return undefined
  if (performance.now() - known.loadedAtMs < throttleMs) return undefined
  return bundles.load(caller.environmentId).catch(() => undefined)
}
