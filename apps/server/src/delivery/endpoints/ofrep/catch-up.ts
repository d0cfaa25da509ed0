import type { EdgeKey } from '../../../edge/edge.ts'
import type { EdgeCache } from '../../cache/edge-cache.ts'
import { revisionIn } from '../../request/revision-in.ts'
import type { Request } from '../../response/answer.ts'

/** The shortest interval: callers can name revisions that never existed. */
const throttleMs = 100

/**
 * A client that asks again was told to by a stream, maybe of another instance, whose revision need not be here yet.
 * Answered from an older one it would keep that: so the edge is read first. Nothing to wait for otherwise.
 */
export const catchUp = ({ bundles }: EdgeCache, caller: EdgeKey, request: Request): Promise<unknown> | undefined => {
  const told = revisionIn(request, 'flagConfigEtag')
  if (told === undefined) return undefined
  const known = bundles.peek(caller.environmentId)
  if (!known?.value || known.value.revision >= told) return undefined
  if (performance.now() - known.loadedAtMs < throttleMs) return undefined
  return bundles.load(caller.environmentId).catch(() => undefined)
}
