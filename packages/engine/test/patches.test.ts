import { expect, test } from 'vitest'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import { type EvaluationContext, type EvaluationResult, nextEvaluation, openFlagGraph } from '../src/index.ts'
import { read } from './support/conformance.ts'

type Said = { flags: Record<string, unknown>; segments: Record<string, unknown> }
type Answer = { flagKey: string; context: EvaluationContext; result: EvaluationResult }
type Step = { patch: Said; applies: boolean; expect: Answer[] }
type PatchCase = { name: string; bundle: Said & { format: number }; expect: Answer[]; patches: Step[] }

const { cases } = read<{ cases: PatchCase[] }>('patches.json')

const changeIn = ({ flags, segments }: Said) => ({
  flags: new Map(Object.entries(flags).map(([key, flag]) => [key, flag ?? undefined])),
  segments: new Map(Object.entries(segments).map(([key, segment]) => [key, segment ?? undefined])),
})

const checkPatches = ({ bundle, expect: atFirst, patches }: PatchCase) => {
  const graph = openFlagGraph({ format: bundle.format, ...changeIn(bundle) }, (_, result) => result)
  const check = (answers: readonly Answer[]) => {
    for (const { flagKey, context, result } of answers) {
      const flag = graph.flags.get(flagKey)
      expect(flag?.evaluate(context) ?? { value: null, reason: 'FLAG_NOT_FOUND' }).toEqual(result)
      if (flag) expect(flag.evaluateIn(context, nextEvaluation())).toEqual(result)
    }
  }
  check(atFirst)
  // The engine does not know revisions: the caller decides which patches apply.
  for (const { patch, applies, expect: after } of patches) {
    if (applies) graph.change(changeIn(patch))
    check(after)
  }
}

test('what a patch makes of a bundle', () => everyCase(cases, checkPatches))
