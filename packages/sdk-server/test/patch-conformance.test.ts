import { readFileSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import type { Bundle, Details, EvaluationContext, Flags } from '../src/index.ts'
import { openTestFlags } from './support/flags.ts'
import { heldStream } from './support/held-stream.ts'

type Answer = { flagKey: string; context: EvaluationContext; result: Details }
type Step = { patch: object; applies: boolean; expect: Answer[] }
type PatchCase = { name: string; bundle: Bundle; expect: Answer[]; patches: Step[] }

const data = new URL('../../../conformance/patches.json', import.meta.url)
const { cases }: { cases: PatchCase[] } = JSON.parse(readFileSync(data, 'utf8'))

const fallback = 'the fallback'
const ask = (flags: Flags, { flagKey, context, result: { value } }: Answer): Details => {
  if (typeof value === 'boolean') return flags.booleanDetails(flagKey, context, !value)
  if (typeof value === 'number') return flags.numberDetails(flagKey, context, value + 1)
  if (typeof value === 'object' && value) return flags.jsonDetails(flagKey, context, {})
  return flags.stringDetails(flagKey, context, fallback)
}
/** Where a flag has nothing to say the fallback comes back, with the error. */
const errors: Record<string, object> = {
  FLAG_NOT_FOUND: { value: fallback, error: 'FLAG_NOT_FOUND' },
  ERROR: { value: fallback, error: 'GENERAL' },
}
const check = (flags: Flags, answers: readonly Answer[]): void => {
  for (const answer of answers) {
    const { version, isStatic, ...result } = ask(flags, answer)
    expect(result).toEqual({ ...answer.result, ...errors[answer.result.reason] })
  }
}

test.each(cases)('$name', async ({ bundle: first, expect: atFirst, patches }) => {
  const { fetch, send, sendPatch, asked } = heldStream()
  const flags = openTestFlags({ fetch })
  send(first)
  await flags.ready()
  check(flags, atFirst)
  for (const { patch, applies, expect: after } of patches) {
    const streams = asked().length
    sendPatch(patch)
    if (applies) await vi.waitFor(() => check(flags, after), 20_000)
    else await vi.waitFor(() => expect(asked().length).toBe(streams + 1), 20_000)
    check(flags, after)
  }
})
