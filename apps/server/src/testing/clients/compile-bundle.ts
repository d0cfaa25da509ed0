import type { EnvironmentId } from '@bunting/contract'
import type { CompiledBundle } from '../../delivery/bundle/compiled-bundle.ts'
import { openBundle } from '../../delivery/bundle/live-bundle.ts'
import type { EdgeBundle, EdgePatch } from '../../edge/edge.ts'
import { bundleIn } from '../../edge/format/bundle-text.ts'

/** A bundle in the form of the edge, in which each flag and segment is a text. */
export const edgeBundleOf = (bundle: {
  environmentId: string
  revision: number
  [field: string]: unknown
}): EdgeBundle => bundleIn(JSON.stringify(bundle), bundle.environmentId as EnvironmentId) as EdgeBundle

/** Compiles a bundle or a patch as Delivery does when one arrives. Throws if anything in it is invalid. */
export const compileBundle = (read: EdgeBundle | EdgePatch, before?: CompiledBundle): CompiledBundle => {
  const ready = before ? before.next(read) : openBundle(read as EdgeBundle, refuse)
  if (!ready) throw new Error('it is a patch of another bundle')
  return ready.apply()
}

const refuse = (kind: string, problem: string): never => {
  throw new Error(`the ${kind} is not in order: ${problem}`)
}
