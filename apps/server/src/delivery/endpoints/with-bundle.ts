import type { EdgeKey } from '../../edge/edge.ts'
import type { CompiledBundle } from '../bundle/compiled-bundle.ts'
import type { Cached } from '../cache/cache.ts'
import type { EdgeCache } from '../cache/edge-cache.ts'

/** Answers from the caller's bundle: at once where it is known, else after a read of the edge. */
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
  // What was loaded may have been followed by the next one before it is this caller's turn.
  return known ? from(known) : bundles.load(id).then((loaded) => from(bundles.peek(id) ?? loaded), unavailable)
}
