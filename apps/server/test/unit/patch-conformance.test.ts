import { readFileSync } from 'node:fs'
import type { EvaluationContext, EvaluationResult } from '@bunting/engine'
import { expect, test } from 'vitest'
import type { CompiledBundle } from '../../src/delivery/bundle/compiled-bundle.ts'
import { openBundle } from '../../src/delivery/bundle/live-bundle.ts'
import type { EdgeBundle, EdgePatch } from '../../src/edge/edge.ts'
import { bundleIn } from '../../src/edge/format/bundle-text.ts'
import { InvalidEntry } from '../../src/edge/format/invalid-entries.ts'
import { everyCase } from '../../src/testing/every-case.ts'

type Patch = Pick<EdgePatch, 'environmentId' | 'format' | 'from' | 'revision'> & {
  flags: Record<string, unknown>
  segments: Record<string, unknown>
}
type Answer = { flagKey: string; context: EvaluationContext; result: EvaluationResult }
type PatchCase = {
  name: string
  bundle: Omit<Patch, 'from'>
  expect: Answer[]
  patches: { patch: Patch; applies: boolean; expect: Answer[] }[]
}

const data = new URL('../../../../conformance/patches.json', import.meta.url)
const { cases }: { cases: PatchCase[] } = JSON.parse(readFileSync(data, 'utf8'))
/** A bundle is requested by its environment's id, and one of another environment is refused before this point. */
const ofOneEnvironment = cases.filter(({ bundle, patches }) =>
  patches.every(({ patch }) => patch.environmentId === bundle.environmentId),
)

const textsOf = (described: Record<string, unknown>) =>
  Object.entries(described).map(([key, one]) => [key, one === null ? null : JSON.stringify(one)] as const)
const edgePatch = (patch: Patch): EdgePatch => ({
  ...patch,
  flags: textsOf(patch.flags),
  segments: textsOf(patch.segments),
})
const check = ({ flags }: CompiledBundle, answers: readonly Answer[]): void => {
  for (const { flagKey, context, result } of answers) {
    const answered = flags.get(flagKey)?.evaluate(context).result ?? { value: null, reason: 'FLAG_NOT_FOUND' }
    expect(answered).toEqual(result)
  }
}

const checkPatches = ({ bundle, expect: atFirst, patches }: PatchCase) => {
  const first = bundleIn(JSON.stringify(bundle), bundle.environmentId) as EdgeBundle
  let now = openBundle(first, () => new InvalidEntry()).apply()
  check(now, atFirst)
  for (const { patch, applies, expect: after } of patches) {
    const ready = now.next(edgePatch(patch))
    expect(ready !== undefined).toBe(applies)
    now = ready?.apply() ?? now
    check(now, after)
  }
}

test('what a patch makes of a bundle', () => everyCase(ofOneEnvironment, checkPatches))
