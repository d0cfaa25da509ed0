import { type CompiledBundle, compileBundle as compile } from '../delivery/compiled-bundle.ts'
import type { EdgeBundle } from '../edge/edge.ts'

/** What Delivery does when a bundle arrives. Nothing in it may be out of order. */
export const compileBundle = (
  { environmentId, revision }: { environmentId: string; revision: number },
  text: string,
  before?: CompiledBundle,
): CompiledBundle =>
  compile({ environmentId, revision, text } as EdgeBundle, before, (kind, problem) => {
    throw new Error(`the ${kind} is not in order: ${problem}`)
  })
