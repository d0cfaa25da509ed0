import { expect, test } from 'vitest'
import {
  type Condition,
  compileFlags,
  type FlagConfig,
  type FlagsSource,
  nextEvaluation,
  openFlagGraph,
  type Segment,
} from '../src/index.ts'

type Rule = FlagConfig['rules'][number]

const rule = (conditions: readonly Condition[]): Rule => ({
  id: 'r',
  name: '',
  enabled: true,
  conditionOperator: 'AND',
  conditions,
  value: true,
})
const flagOf = (conditions: readonly Condition[], ...parents: string[]): { type: 'boolean'; config: FlagConfig } => ({
  type: 'boolean',
  config: {
    version: 1,
    enabled: true,
    defaultValue: false,
    rules: [rule(conditions)],
    ...(parents.length > 0 && { prerequisites: parents.map((flagKey) => ({ flagKey, values: [true] })) }),
  },
})
const segmentOf = (conditions: readonly Condition[], included: readonly string[] = []): Segment => {
  const { value: _, ...audience } = rule(conditions)
  return { unit: null, config: { version: 1, included, excluded: [], rules: [audience] } }
}
const inSegment = (...value: string[]): Condition => ({ operator: 'in_segment', value })
const is = (attribute: string): Condition => ({ attribute, operator: 'is_set' })

const sourceOf = (flags: Record<string, unknown>, segments: Record<string, unknown> = {}): FlagsSource => ({
  format: 2,
  flags: new Map(Object.entries(flags)),
  segments: new Map(Object.entries(segments)),
})

/** A context that counts how often an attribute is read. */
const counting = (name: string) => {
  const counted = { reads: 0, context: {} }
  const attributes = Object.defineProperty({}, name, { get: () => ++counted.reads, enumerable: true })
  counted.context = { userId: 'ada', attributes }
  return counted
}

test('a flag that many need is evaluated once for a context, alone or as one of all flags', () => {
  const names = Array.from({ length: 9 }, (_, at) => `middle-${at}`)
  const middle = Object.fromEntries(names.map((name) => [name, flagOf([], 'root')]))
  const { flags } = compileFlags(sourceOf({ root: flagOf([is('plan')]), ...middle, last: flagOf([], ...names) }))
  const alone = counting('plan')
  expect(flags.get('last')?.evaluate(alone.context)).toMatchObject({ value: true })
  expect(alone.reads).toBe(1)
  const together = counting('plan')
  const evaluation = nextEvaluation()
  for (const flag of flags.values()) expect(flag.evaluateIn(together.context, evaluation).value).toBe(true)
  expect(together.reads).toBe(1)
})

test('segments that name each other twice are asked once each', () => {
  const segments: Record<string, Segment> = { s0: segmentOf([is('plan')]) }
  for (let at = 1; at <= 60; at++) segments[`s${at}`] = segmentOf([inSegment(`s${at - 1}`), inSegment(`s${at - 1}`)])
  const { flags } = compileFlags(sourceOf({ f: flagOf([inSegment('s60')]) }, segments))
  const counted = counting('plan')
  expect(flags.get('f')?.evaluate(counted.context).value).toBe(true)
  expect(counted.reads).toBe(1)
})

test('chains are as long as somebody makes them', () => {
  // Deeper than the call stack allows.
  const length = 15_000
  const chain: Record<string, unknown> = { f0: flagOf([is('plan')]) }
  // The last one first, so that each flag is added before the one that it needs.
  for (let at = length; at >= 1; at--) chain[`f${at}`] = flagOf([], `f${at - 1}`)
  const segments: Record<string, Segment> = { s0: segmentOf([is('plan')]) }
  for (let at = 1; at <= length; at++) segments[`s${at}`] = segmentOf([inSegment(`s${at - 1}`)])
  const { flags } = compileFlags(sourceOf({ ...chain, asks: flagOf([inSegment(`s${length}`)]) }, segments))
  for (const key of [`f${length}`, 'asks']) {
    expect(flags.get(key)?.evaluate({ attributes: { plan: 'pro' } }).value, key).toBe(true)
    expect(flags.get(key)?.evaluate({ attributes: {} }).value, key).toBe(false)
  }
})

test('whoever asks in between with another context changes nothing', () => {
  const { flags } = compileFlags(
    sourceOf({ p: flagOf([is('plan')]), q: flagOf([], 'p'), r: flagOf([is('go')], 'p', 'q') }, {}),
  )
  const flag = flags.get('r')
  const attributes = Object.defineProperty({ plan: 'pro' }, 'go', {
    get: () => flag?.evaluate({ attributes: {} }).value === false,
  })
  expect(flag?.evaluate({ attributes })).toMatchObject({ value: true })
})

const everything = (segment: Segment) =>
  sourceOf(
    {
      plain: flagOf([is('plan')]),
      parent: flagOf([inSegment('beta')]),
      child: flagOf([], 'parent'),
      other: flagOf([]),
    },
    { beta: segment, gamma: segmentOf([is('plan')]) },
  )

test('what changed is compiled, with the flags that need it: the rest is taken over', () => {
  const { flags, segments, change } = openFlagGraph(everything(segmentOf([], ['ada'])), (_, result) => ({ result }))
  const [flagsBefore, gamma] = [new Map(flags), segments.get('gamma')]
  change(sourceOf({}, { beta: segmentOf([is('nobody')], ['bob']) }))
  const kept = [...flags].filter(([key, flag]) => flagsBefore.get(key) === flag).map(([key]) => key)
  expect(kept).toEqual(['plain', 'other'])
  expect(segments.get('gamma')).toBe(gamma)
  expect(flags.get('child')?.evaluate({ userId: 'ada' })).toMatchObject({ result: { value: false } })
  expect(flags.get('child')?.evaluate({ userId: 'bob' })).toMatchObject({ result: { value: true } })
})

test('a flag that was missing, or could not be read, is compiled with those that need it when it comes', () => {
  const { flags, change } = openFlagGraph(sourceOf({ child: flagOf([], 'parent') }), (_, result) => result)
  const answer = () => flags.get('child')?.evaluate({})
  expect(answer()).toMatchObject({ reason: 'DISABLED', prerequisite: 'parent' })
  change(sourceOf({ parent: 7 }))
  expect(answer()).toEqual({ value: null, reason: 'ERROR' })
  change(sourceOf({ parent: flagOf([]) }))
  expect(answer()).toMatchObject({ value: true })
})

test('flags of a format that is not known are broken, whatever is said of them later', () => {
  const { flags, change } = openFlagGraph({ ...sourceOf({ child: flagOf([]) }), format: 3 }, (_, result) => result)
  expect(flags.get('child')?.broken).toBe(true)
  change(sourceOf({ child: flagOf([is('plan')]) }))
  expect(flags.get('child')?.broken).toBe(true)
})

test('the flags come in the order of the bundle', () => {
  const { flags } = compileFlags(sourceOf({ last: flagOf([], 'first'), first: flagOf([]), bad: null }))
  expect([...flags.keys()]).toEqual(['last', 'first', 'bad'])
})

test('nobody can change a json value for the next one who gets it', () => {
  const config = { version: 1, enabled: true, defaultValue: { theme: { dark: [1] } }, rules: [] }
  const { flags } = compileFlags(sourceOf({ f: { type: 'json', config } }))
  const value = flags.get('f')?.evaluate({}).value as { theme: { dark: number[] } }
  expect(() => value.theme.dark.push(2)).toThrow(TypeError)
})
