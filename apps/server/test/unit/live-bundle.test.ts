import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { CompiledBundle } from '../../src/delivery/bundle/compiled-bundle.ts'
import { openBundle, openBundleInTurns } from '../../src/delivery/bundle/live-bundle.ts'
import { noLists } from '../../src/delivery/bundle/named-lists.ts'
import type { EdgeBundle, EdgeChange, EdgePatch } from '../../src/edge/edge.ts'
import { noEntries, toggleEntries } from '../../src/edge/format/checksum.ts'
import { InvalidEntry } from '../../src/edge/format/invalid-entries.ts'
import { turnsDuring } from '../../src/testing/turns-during.ts'

type Bundle = { revision: number; flags: Record<string, unknown>; segments: Record<string, unknown> }

const environmentId = 'env_1'
const head = { environmentId, format: 2 } as const
const refuse = () => new InvalidEntry()
const config = (defaultValue: unknown, fields: object = {}) => ({
  id: 'flag_1',
  type: 'number',
  clientSafe: true,
  config: { version: 1, enabled: true, defaultValue, rules: [], ...fields },
})
/** So large that a patch of a single flag is worth it. */
const flag = (defaultValue: number) => ({ ...config(defaultValue), id: `flag_${'x'.repeat(500)}` })
const segment = (included: readonly string[]) => ({
  unit: null,
  config: { version: 1, included, excluded: [], rules: [] },
})
const manyFlags = (value: number) =>
  Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`flag-${at}`, flag(value)]))

const entriesOf = (described: Record<string, unknown>) =>
  Object.entries(described).map(([key, one]) => [key, JSON.stringify(one)] as const)
const whole = ({ revision, flags, segments }: Bundle, changes?: readonly EdgeChange[]): EdgeBundle => ({
  ...head,
  revision,
  flags: entriesOf(flags),
  segments: entriesOf(segments),
  ...(changes ? { changes } : {}),
})
const patch = (from: number, revision: number, flags: Record<string, unknown>, segments = {}): EdgePatch => {
  const texts = (described: Record<string, unknown>) =>
    Object.entries(described).map(([key, one]) => [key, one === null ? null : JSON.stringify(one)] as const)
  return { ...head, from, revision, flags: texts(flags), segments: texts(segments) }
}
const open = (bundle: Bundle, changes?: readonly EdgeChange[]) => openBundle(whole(bundle, changes), refuse).apply()
const apply = (bundle: CompiledBundle, read: EdgeBundle | EdgePatch) => bundle.next(read)?.apply() as CompiledBundle

/** The bundle of a reader who has `before` and applies a patch. */
const patched = (before: Bundle, text: string): Bundle => {
  const { revision, flags, segments } = JSON.parse(text)
  const over = (known: Record<string, unknown>, news: Record<string, unknown>) =>
    Object.fromEntries(Object.entries({ ...known, ...news }).filter(([, one]) => one !== null))
  return { revision, flags: over(before.flags, flags), segments: over(before.segments, segments) }
}
const contentOf = (bundle: CompiledBundle): Bundle => {
  const { environmentId: _, format, ...content } = JSON.parse(bundle.text())
  expect(format).toBe(2)
  return content
}
const defaultsOf = ({ flags }: Bundle) =>
  Object.fromEntries(
    Object.entries(flags).map(([key, one]) => [key, (one as ReturnType<typeof flag>).config.defaultValue]),
  )
const valuesOf = ({ flags }: CompiledBundle) =>
  Object.fromEntries([...flags].map(([key, one]) => [key, one.evaluate({ userId: 'ada' }).result.value]))

describe('a whole bundle', () => {
  const ids = Array.from({ length: 100 }, (_, at) => `somebody-${at}`)
  const segments = Object.fromEntries(Array.from({ length: 10 }, (_, at) => [`segment-${at}`, segment(ids)]))
  const inSegment = (key: string) => ({
    id: key,
    name: key,
    enabled: true,
    conditionOperator: 'AND',
    conditions: [{ operator: 'in_segment', value: key }],
    value: 2,
  })
  const flags = Object.fromEntries(
    Object.keys(segments).map((key) => [`of-${key}`, config(1, { rules: [inSegment(key)] })]),
  )
  const large: Bundle = { revision: 7, flags, segments }

  test('lets others have their turns while it is compiled for the first time', async () => {
    const turns = await turnsDuring(() => openBundleInTurns(whole(large), refuse, noLists, 0))
    expect(turns).toBeGreaterThanOrEqual(10)
  })

  test('answers the same, compiled at once or in turns', async () => {
    const inTurns = (await openBundleInTurns(whole(large), refuse)).apply()
    expect(contentOf(inTurns)).toEqual(large)
    expect(inTurns.bytes).toBe(open(large).bytes)
    const answer = (bundle: CompiledBundle, userId: string) =>
      bundle.flags.get('of-segment-3')?.evaluate({ userId }).result.value
    for (const [userId, value] of [
      ['somebody-7', 2],
      ['ada', 1],
    ] as const) {
      expect(answer(inTurns, userId)).toBe(value)
      expect(answer(open(large), userId)).toBe(value)
    }
  })
})

describe('a patch', () => {
  const first: Bundle = { revision: 7, flags: { ...manyFlags(1), old: flag(1) }, segments: {} }

  test('is applied to what is there, and costs no other flag', () => {
    const before = open(first)
    const other = before.flags.get('flag-1')
    const after = apply(before, patch(7, 8, { 'flag-0': flag(2), new: flag(3), old: null }))
    const { old: _, ...kept } = first.flags
    const flags = { ...kept, 'flag-0': flag(2), new: flag(3) }
    expect(contentOf(after)).toEqual({ revision: 8, flags, segments: {} })
    expect(valuesOf(after)).toMatchObject({ 'flag-0': 2, new: 3 })
    expect(after.flags.has('old')).toBe(false)
    expect(after.flags.get('flag-1')).toBe(other)
  })

  test('changes nothing before it is applied', () => {
    const before = open(first)
    const ready = before.next(patch(7, 8, { 'flag-0': flag(2), old: null }))
    expect(valuesOf(before)).toMatchObject({ 'flag-0': 1, old: 1 })
    expect(contentOf(before)).toEqual(first)
    ready?.apply()
    expect(valuesOf(before)).toMatchObject({ 'flag-0': 2 })
  })

  test('of another revision, or in another format, is none', () => {
    const bundle = open(first)
    expect(bundle.next(patch(6, 8, {}))).toBeUndefined()
    expect(bundle.next(patch(8, 9, {}))).toBeUndefined()
    expect(bundle.next({ ...patch(7, 8, {}), format: 3 })).toBeUndefined()
  })

  test('with something that is not JSON is refused, and nothing of it is applied', () => {
    const bundle = open(first)
    const flags = [
      ['flag-0', JSON.stringify(flag(2))],
      ['flag-1', '{'],
    ] as const
    expect(() => bundle.next({ ...head, from: 7, revision: 8, flags, segments: [] })).toThrow(InvalidEntry)
    expect(contentOf(bundle)).toEqual(first)
  })

  test('that does not lead to what the edge has is none', () => {
    const checksum = (flags: Record<string, unknown>) =>
      toggleEntries(
        noEntries,
        entriesOf(flags).map(([key, text]) => [`f:${key}`, text] as const),
      )
    const { old: _, ...left } = first.flags
    const right = { ...patch(7, 8, { old: null }), checksum: checksum(left) }
    const bundle = open(first)
    expect(bundle.next({ ...right, checksum: checksum(first.flags) })).toBeUndefined()
    expect(bundle.next({ ...right, flags: [] })).toBeUndefined()
    const after = apply(bundle, right)
    expect(after.next({ ...patch(8, 9, { 'flag-0': null }), checksum: checksum(left) })).toBeUndefined()
    expect(after.next({ ...patch(8, 9, {}), checksum: checksum(left) })).toBeDefined()
  })

  test('that says nothing new leaves the bundle as it is', () => {
    const bundle = open(first)
    expect(apply(bundle, patch(7, 7, {}))).toBe(bundle)
    expect(apply(bundle, whole(first))).toBe(bundle)
  })

  test('with a line’s end in it is served on one line', () => {
    const text = JSON.stringify(flag(2), null, 1).replaceAll('\n', '\r\n')
    const after = apply(open(first), { ...head, from: 7, revision: 8, flags: [['flag-0', text]], segments: [] })
    expect(after.text()).not.toMatch(/[\r\n]/)
    expect(after.patchFrom(7)).not.toMatch(/[\r\n]/)
    expect(contentOf(after).flags['flag-0']).toEqual(flag(2))
  })

  test('of a segment is applied to the flags that need it', () => {
    const inBeta = config(0, {
      rules: [
        {
          id: 'r',
          name: '',
          enabled: true,
          conditionOperator: 'AND',
          conditions: [{ operator: 'in_segment', value: 'beta' }],
          value: 1,
        },
      ],
    })
    const before = open({ ...first, flags: { ...first.flags, beta: inBeta }, segments: { beta: segment([]) } })
    expect(valuesOf(before).beta).toBe(0)
    const after = apply(before, patch(7, 8, {}, { beta: segment(['ada']) }))
    expect(valuesOf(after).beta).toBe(1)
    expect(JSON.parse(after.patchFrom(7) ?? '').segments).toEqual({ beta: segment(['ada']) })
  })
})

describe('what a reader is told who is behind', () => {
  const first: Bundle = { revision: 7, flags: manyFlags(1), segments: {} }
  const namesIn = (text: string | undefined) => text && Object.keys(JSON.parse(text).flags).sort()

  test('is what was touched since, as it is now, and null for what is no more', () => {
    let bundle = open(first)
    bundle = apply(bundle, patch(7, 8, { 'flag-0': flag(2), 'flag-1': flag(2) }))
    bundle = apply(bundle, patch(8, 9, { 'flag-0': flag(3), 'flag-2': null }))
    const flags = { 'flag-0': flag(3), 'flag-1': flag(2), 'flag-2': null }
    expect(JSON.parse(bundle.patchFrom(7) ?? '')).toEqual({ ...head, from: 7, revision: 9, flags, segments: {} })
    expect(namesIn(bundle.patchFrom(8))).toEqual(['flag-0', 'flag-2'])
    expect(namesIn(bundle.patchFrom(9)), 'it has everything').toEqual([])
    expect(bundle.patchFrom(6), 'nobody here knows what it has').toBeUndefined()
    expect(bundle.patchFrom(10)).toBeUndefined()
  })

  test('is made once for all of them', () => {
    const bundle = apply(open(first), patch(7, 8, { 'flag-0': flag(2) }))
    expect(Object.is(bundle.patchFrom(7), bundle.patchFrom(7))).toBe(true)
  })

  test('is known from the texts where the whole was read', () => {
    const bundle = apply(open(first), whole({ ...first, revision: 9, flags: { ...first.flags, 'flag-3': flag(2) } }))
    expect(namesIn(bundle.patchFrom(7))).toEqual(['flag-3'])
    expect(bundle.patchFrom(8), 'something may have been another in between').toBeUndefined()
  })

  test('is known from the changes that came with the whole', () => {
    const changes: EdgeChange[] = [
      [6, 'f:flag-1'],
      [7, 'f:flag-2', 's:gone'],
    ]
    const bundle = open(first, changes)
    expect(namesIn(bundle.patchFrom(5))).toEqual(['flag-1', 'flag-2'])
    expect(JSON.parse(bundle.patchFrom(6) ?? '')).toMatchObject({
      flags: { 'flag-2': flag(1) },
      segments: { gone: null },
    })
    expect(bundle.patchFrom(4)).toBeUndefined()
  })

  test('is the whole where a change is missing between those that are known', () => {
    for (const changes of [
      [[5, 'f:flag-1'], [7]],
      [[5], [6]],
      [[7], [6]],
    ] as EdgeChange[][]) {
      const bundle = open(first, changes)
      for (const from of [4, 5, 6]) expect(bundle.patchFrom(from)).toBeUndefined()
    }
  })

  test('is the whole where a patch would be larger than half of it', () => {
    const bundle = apply(open(first), patch(7, 8, manyFlags(2)))
    expect(bundle.patchFrom(7)).toBeUndefined()
  })

  test('is the whole where a bundle took the place of later ones', () => {
    let bundle = apply(open(first), patch(7, 9, { 'flag-0': flag(2) }))
    bundle = apply(bundle, { ...whole({ ...first, revision: 8 }), replaces: 9 })
    for (const from of [7, 9]) expect(bundle.patchFrom(from)).toBeUndefined()
    bundle = apply(bundle, patch(8, 10, { 'flag-0': flag(5) }))
    expect(namesIn(bundle.patchFrom(8))).toEqual(['flag-0'])
    expect(bundle.patchFrom(7)).toBeUndefined()
  })

  test('reaches back a hundred revisions', () => {
    let bundle = open(first)
    for (let revision = 8; revision <= 120; revision++) {
      bundle = apply(bundle, patch(revision - 1, revision, { 'flag-0': flag(revision) }))
    }
    expect(bundle.patchFrom(20)).toBeDefined()
    expect(bundle.patchFrom(19)).toBeUndefined()
  })
})

test('a bundle that another followed is not asked for a text that would be neither’s', () => {
  const first = { revision: 1, flags: manyFlags(1), segments: {} }
  const [asked, unasked] = [open(first), open(first)]
  const text = asked.text()
  for (const bundle of [asked, unasked]) apply(bundle, patch(1, 2, { 'flag-0': flag(2) }))
  expect(asked.text()).toBe(text)
  expect(() => unasked.text()).toThrow('after the next one was applied')
})

test('whatever patches and wholes come, everything is of one revision, and every reader’s patch leads to it', () => {
  const key = fc.constantFrom('a', 'b', 'c', 'd', 'e')
  const step = fc.record({
    set: fc.dictionary(key, fc.integer({ min: 0, max: 3 })),
    gone: fc.array(key, { maxLength: 2 }),
    beta: fc.constantFrom(undefined, [], ['ada']),
    isWhole: fc.boolean(),
    withChanges: fc.boolean(),
    isRefused: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const history: Bundle[] = [{ revision: 1, flags: { a: flag(0), b: flag(0) }, segments: {} }]
      const changes: EdgeChange[] = []
      let bundle = open(history[0] as Bundle)
      for (const { set, gone, beta, isWhole, withChanges, isRefused } of steps) {
        const before = history.at(-1) as Bundle
        const revision = before.revision + 1
        const news: Record<string, unknown> = Object.fromEntries(Object.entries(set).map(([k, v]) => [k, flag(v)]))
        for (const k of gone) news[k] = null
        const segments = beta ? { beta: segment(beta) } : {}
        const after = patched(before, JSON.stringify({ revision, flags: news, segments }))
        const names = [...Object.keys(news).map((k) => `f:${k}`), ...Object.keys(segments).map((k) => `s:${k}`)]
        const read = isWhole
          ? whole(after, withChanges ? [...changes, [revision, ...names]] : undefined)
          : patch(before.revision, revision, news, segments)
        const ready = bundle.next(read)
        // A bundle that the cache does not accept is not applied: it is read again later.
        if (isRefused) {
          expect(contentOf(bundle)).toEqual(before)
          continue
        }
        bundle = ready?.apply() as CompiledBundle
        history.push(after)
        changes.push([revision, ...names])
        expect(valuesOf(bundle)).toEqual(defaultsOf(after))
        for (const known of history) {
          const text = bundle.patchFrom(known.revision)
          if (text) expect(patched(known, text)).toEqual(after)
        }
        expect(contentOf(bundle)).toEqual(after)
      }
    }),
    { numRuns: 500, seed: 20_261 },
  )
})
