import { expect, test } from 'vitest'
import { openFlagGraph, reckon } from '../src/index.ts'

const audience = (conditions: readonly object[]) => ({
  id: 'r',
  name: '',
  enabled: true,
  conditionOperator: 'AND',
  conditions,
})
const rule = (conditions: readonly object[]) => ({ ...audience(conditions), value: true })
const flagOf = (conditions: readonly object[], fields: object = {}) => ({
  type: 'boolean',
  config: { version: 1, enabled: true, defaultValue: false, rules: [rule(conditions)], ...fields },
})
const segmentOf = (conditions: readonly object[]) => ({
  unit: null,
  config: { version: 1, included: [], excluded: [], rules: [audience(conditions)] },
})
const pattern = (value: unknown) => ({ attribute: 'a', operator: 'regex', value })
const inSegments = (...keys: string[]) => ({ operator: 'in_segment', value: keys })
const email = pattern('^[a-z0-9._+-]+@example\\.com$')

const open = (flags: Record<string, object>, segments: Record<string, object> = {}) =>
  openFlagGraph(
    { format: 2, flags: new Map(Object.entries(flags)), segments: new Map(Object.entries(segments)) },
    (_, result) => result,
    reckon,
  )
const costOf = (graph: ReturnType<typeof open>, key: string) => graph.flags.get(key)?.cost ?? { fixed: 0, perText: 0 }

test('a flag costs what it and all that it needs cost, each once', () => {
  const graph = open(
    {
      alone: flagOf([email]),
      parent: flagOf([inSegments('one', 'other')]),
      child: flagOf([inSegments('one')], { prerequisites: [{ flagKey: 'parent', values: [true] }] }),
    },
    { inner: segmentOf([email]), one: segmentOf([inSegments('inner')]), other: segmentOf([inSegments('inner')]) },
  )
  const alone = costOf(graph, 'alone')
  expect(alone.perText).toBeGreaterThan(0)
  expect(costOf(graph, 'parent').perText, 'the pattern once').toBe(alone.perText)
  expect(costOf(graph, 'parent').fixed).toBeGreaterThan(alone.fixed)
  expect(costOf(graph, 'child').perText).toBe(alone.perText)
  expect(costOf(graph, 'child').fixed).toBeGreaterThan(costOf(graph, 'parent').fixed)
})

test('when what a flag needs changes, so does what it costs', () => {
  const graph = open({ flag: flagOf([inSegments('some')]) }, { some: segmentOf([]) })
  expect(costOf(graph, 'flag').perText).toBe(0)
  graph.change({ flags: new Map(), segments: new Map([['some', segmentOf([email])]]) })
  expect(costOf(graph, 'flag').perText).toBeGreaterThan(0)
  graph.change({ flags: new Map(), segments: new Map([['some', undefined]]) })
  expect(costOf(graph, 'flag').perText).toBe(0)
})

test.each([
  ['a pattern that is none', pattern('(')],
  ['a pattern outside the dialect', pattern('(?=a)')],
  ['a number for a pattern', pattern(7)],
  ['a number for a list', { attribute: 'a', operator: 'in', value: 7 }],
  ['nothing to compare with', { attribute: 'a', operator: 'contains', value: null }],
  ['an operator that nobody knows', { attribute: 'a', operator: 'unheard', value: 'a' }],
])('what cannot be read costs nothing of a text: %s', (_, condition) => {
  const { fixed, perText } = costOf(open({ flag: flagOf([condition]) }), 'flag')
  expect([Number.isFinite(fixed), perText]).toEqual([true, 0])
})

test('a flag that is off, or whose rules are, costs nothing of a text; a pattern that was saved when more was allowed does', () => {
  const graph = open({
    off: flagOf([email], { enabled: false }),
    unused: flagOf([], { rules: [{ ...rule([email]), enabled: false }] }),
    before: flagOf([pattern('^(?:\\pL|\\pN){999}$')]),
  })
  expect([costOf(graph, 'off').perText, costOf(graph, 'unused').perText]).toEqual([0, 0])
  expect(costOf(graph, 'before').perText).toBeGreaterThan(1_000_000)
})
