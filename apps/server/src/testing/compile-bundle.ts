import type { EnvironmentId } from '@bunting/contract'
import { type CompiledBundle, compileBundle as compile } from '../delivery/compiled-bundle.ts'
import { bundleIn } from '../edge/bundle-text.ts'
import type { EdgeBundle } from '../edge/edge.ts'

type BundleText = { environmentId: string; revision: number; text: string }

/** What Delivery does when a bundle arrives. Nothing in it may be out of order. */
export const compileBundle = (bundle: BundleText, before?: CompiledBundle): CompiledBundle =>
  compile(bundleIn(bundle.text, bundle.environmentId as EnvironmentId) as EdgeBundle, before, (kind, problem) => {
    throw new Error(`the ${kind} is not in order: ${problem}`)
  })
