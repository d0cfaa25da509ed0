import type { EdgeKey } from '../../edge/edge.ts'
import type { CompiledBundle } from '../bundle/compiled-bundle.ts'
import type { Cached } from '../cache/cache.ts'
import type { EdgeCache } from '../cache/edge-cache.ts'

/** Answers from the caller's bundle: at once if it is cached, else after a read of the edge. */
export const withBundle = <Answer>(
  { bundles }: EdgeCache,
  caller: EdgeKey,
  answer: (bundle: CompiledBundle, loadedAtMs: number) => Answer | Promise<Answer>,
  unavailable: () => Answer,
): Answer | Promise<Answer> => {
  const from = ({ value, loadedAtMs }: Cached<CompiledBundle>): Answer | Promise<Answer> =>
    value ? answer(value, loadedAtMs) : unavailable()
  const id = caller.environmentId
  const known = bundles.peek(id)
  // The next bundle may have been applied before this callback runs.
  return known ? from(known) : bundles.load(id).then((loaded) => from(bundles.peek(id) ?? loaded), unavailable)
}
