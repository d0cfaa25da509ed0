import type { EnvironmentId } from '@bunting/contract'
import type { CompiledBundle } from '../delivery/compiled-bundle.ts'
import { openBundle } from '../delivery/live-bundle.ts'
import { bundleIn } from '../edge/bundle-text.ts'
import type { EdgeBundle } from '../edge/edge.ts'

type BundleText = { environmentId: string; revision: number; text: string }

/** What Delivery does when a bundle arrives, maybe after another. Nothing in it may be out of order. */
export const compileBundle = ({ text, environmentId }: BundleText, before?: CompiledBundle): CompiledBundle => {
  const bundle = bundleIn(text, environmentId as EnvironmentId) as EdgeBundle
  const ready = before ? before.next(bundle) : openBundle(bundle, refuse)
  return (ready as NonNullable<typeof ready>).apply()
}

const refuse = (kind: string, problem: string): never => {
  throw new Error(`the ${kind} is not in order: ${problem}`)
}
