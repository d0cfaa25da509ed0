import { type CompiledBundle, compileBundle as compile } from '../delivery/compiled-bundle.ts'
import type { EdgeBundle } from '../edge/edge.ts'

type BundleText = { environmentId: string; revision: number; text: string }

/** What Delivery does when a bundle arrives. Nothing in it may be out of order. */
export const compileBundle = (bundle: BundleText, before?: CompiledBundle): CompiledBundle =>
  compile(bundle as EdgeBundle, before, (kind, problem) => {
    throw new Error(`the ${kind} is not in order: ${problem}`)
  })
