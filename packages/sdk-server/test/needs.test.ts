import { expect, test, vi } from 'vitest'
import type { Bundle, BundleSegment, FlagConfig } from '../src/index.ts'
import { bundle } from './support/bundle.ts'
import { openTestFlags } from './support/flags.ts'
import { heldStream } from './support/held-stream.ts'

const inSegment = (key: string) => ({
  id: `rule_${key}`,
  enabled: true,
  conditionOperator: 'AND',
  conditions: [{ operator: 'in_segment', value: key }],
  value: true,
})
const segment = (...included: string[]): BundleSegment => ({
  unit: null,
  config: { version: 1, included, excluded: [], rules: [] },
})
const after = (flagKey: string): Partial<FlagConfig> => ({
  defaultValue: true,
  prerequisites: [{ flagKey, values: [true] }],
})

const flags = {
  beta: { rules: [inSegment('testers')] },
  next: { ...after('beta') },
  other: { rules: [inSegment('staff')] },
  alone: { defaultValue: true },
}
const first = bundle(flags, { segments: { testers: segment('ada'), staff: segment('cy') } })

test('segments and prerequisites are asked for whoever a flag is evaluated for', () => {
  const opened = openTestFlags({ bootstrap: first })
  expect(opened.boolean('beta', { userId: 'ada' }, false)).toBe(true)
  expect(opened.booleanDetails('next', { userId: 'ada' }, false)).toMatchObject({ value: true, reason: 'DEFAULT' })
  expect(opened.booleanDetails('next', { userId: 'bob' }, false)).toMatchObject({
    value: true,
    reason: 'DISABLED',
    prerequisite: 'beta',
    isStatic: false,
  })
})

test('a change of a segment is a change of the flags that need it, by whatever way, and of no others', async () => {
  const second = bundle(structuredClone(flags), {
    revision: 2,
    segments: { testers: segment('ada', 'bob'), staff: segment('cy') },
  })
  const { fetch, send } = heldStream()
  const opened = openTestFlags({ fetch })
  const changed = vi.fn()
  opened.on('changed', changed)
  send(first)
  await opened.ready()
  send(second)
  await vi.waitFor(() => expect(changed).toHaveBeenCalled())
  expect(changed.mock.calls).toEqual([[{ keys: ['beta', 'next'] }]])
  expect(opened.boolean('beta', { userId: 'bob' }, false)).toBe(true)
})

test('a flag that needs something that cannot be read is an error, and told', () => {
  const broken = bundle(flags, { segments: { testers: { unit: 7 } as never, staff: segment('cy') } })
  const opened = openTestFlags({ bootstrap: broken })
  for (const key of ['beta', 'next']) {
    expect(opened.booleanDetails(key, { userId: 'ada' }, true)).toMatchObject({ reason: 'ERROR', error: 'GENERAL' })
  }
  expect(opened.boolean('other', { userId: 'cy' }, false)).toBe(true)
  expect(Object.keys(opened.all({}))).toEqual(['other', 'alone'])
})

test('a bundle of a server of before has neither format nor segments', () => {
  const { format, segments, ...old } = bundle({ alone: { defaultValue: true } })
  expect(openTestFlags({ bootstrap: old }).boolean('alone', {}, false)).toBe(true)
})

test('a bundle of a format that is not known gives fallbacks, is told of once, and is counted', async () => {
  const { fetch, send, events } = heldStream()
  const opened = openTestFlags({ fetch, telemetry: { url: 'http://management.test', flushMs: 86_400_000 } })
  const messages: string[] = []
  const errors: unknown[] = []
  opened.on('error', ({ error }) => messages.push(error.message))
  opened.on('changed', () => errors.push(opened.booleanDetails('alone', {}, false).error))
  const newer = { ...first, format: 3 }
  for (const [at, sent] of [first, newer, newer, first].entries()) send({ ...sent, revision: at })
  await vi.waitFor(() => expect(errors).toEqual(['GENERAL', undefined]))
  expect(messages).toEqual(['Bundles of format 3 need a newer SDK: every flag gives its fallback.'])
  await opened.close()
  expect(events()).toMatchObject([
    { flagKey: 'alone', value: null, reason: 'ERROR' },
    { flagKey: 'alone', value: true, reason: 'DEFAULT' },
  ])
})

test('what begins a page does not say which flag it waits for where the page may not know of it', () => {
  const shown = (key: string, clientSafe: boolean) => ({ [key]: { ...(first.flags[key] as object), clientSafe } })
  const flagsOf = (betaIsShown: boolean) =>
    ({ ...first, flags: { ...shown('beta', betaIsShown), ...shown('next', true) } }) as Bundle
  const nextOf = (betaIsShown: boolean, only?: { clientSafe: boolean }) =>
    openTestFlags({ bootstrap: flagsOf(betaIsShown) }).all({}, only).next
  const off = { value: true, reason: 'DISABLED', version: 1, isStatic: false }
  expect(nextOf(false, { clientSafe: true })).toEqual(off)
  expect(nextOf(true, { clientSafe: true })).toEqual({ ...off, prerequisite: 'beta' })
  expect(nextOf(false)).toEqual({ ...off, prerequisite: 'beta' })
})

test('all flags of a context are answered in one go, each read of it once', () => {
  const read = vi.fn(() => 'ada')
  const context = Object.defineProperty({}, 'userId', { get: read, enumerable: true })
  const many = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`needs-${at}`, after('beta')]))
  const opened = openTestFlags({
    bootstrap: { ...bundle({ beta: flags.beta, ...many }), segments: first.segments ?? {} },
  })
  expect(opened.all(context)['needs-19']).toMatchObject({ value: true, reason: 'DEFAULT' })
  expect(read.mock.calls.length).toBeLessThan(5)
})
