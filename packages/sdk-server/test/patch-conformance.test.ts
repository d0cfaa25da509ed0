import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { everyCase } from '../../../apps/server/src/testing/every-case.ts'
import type { Bundle, Details, EvaluationContext, Flags } from '../src/index.ts'
import { ask, errors } from './support/ask.ts'
import { openTestFlags } from './support/flags.ts'
import { heldStream } from './support/held-stream.ts'

type Answer = { flagKey: string; context: EvaluationContext; result: Details }
type Step = { patch: object; applies: boolean; expect: Answer[] }
type PatchCase = { name: string; bundle: Bundle; expect: Answer[]; patches: Step[] }

const data = new URL('../../../conformance/patches.json', import.meta.url)
const { cases }: { cases: PatchCase[] } = JSON.parse(readFileSync(data, 'utf8'))

const check = (flags: Flags, answers: readonly Answer[]): void => {
  for (const answer of answers) {
    const { version, isStatic, ...result } = ask(flags, answer)
    expect(result).toEqual({ ...answer.result, ...errors[answer.result.reason] })
  }
}

const checkPatches = async ({ bundle: first, expect: atFirst, patches }: PatchCase) => {
  const { fetch, send, sendPatch, asked } = heldStream()
  const flags = openTestFlags({ fetch })
  send(first)
  await flags.ready()
  check(flags, atFirst)
  for (const { patch, applies, expect: after } of patches) {
    const streams = asked().length
    sendPatch(patch)
    if (applies) await vi.waitFor(() => check(flags, after))
    else await vi.waitFor(() => expect(asked().length).toBe(streams + 1))
    check(flags, after)
  }
}

test('what a patch makes of a bundle', () => everyCase(cases, checkPatches))
