import type { EnvironmentId } from '@bunting/contract'
import type { CompiledBundle } from '../../delivery/bundle/compiled-bundle.ts'
import { openBundle } from '../../delivery/bundle/live-bundle.ts'
import type { EdgeBundle, EdgePatch } from '../../edge/edge.ts'
import { bundleIn } from '../../edge/format/bundle-text.ts'

/** A bundle as an edge hands it over: each flag and segment as its text. */
export const edgeBundleOf = (bundle: {
  environmentId: string
  revision: number
  [field: string]: unknown
}): EdgeBundle => bundleIn(JSON.stringify(bundle), bundle.environmentId as EnvironmentId) as EdgeBundle

/** What Delivery does when a bundle arrives, or what became of the one before. Nothing in it may be out of order. */
export const compileBundle = (read: EdgeBundle | EdgePatch, before?: CompiledBundle): CompiledBundle => {
  const ready = before ? before.next(read) : openBundle(read as EdgeBundle, refuse)
  if (!ready) throw new Error('it is a patch of another bundle')
  return ready.apply()
}

const refuse = (kind: string, problem: string): never => {
  throw new Error(`the ${kind} is not in order: ${problem}`)
}
