import { isDeepStrictEqual } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type EvaluationResult, type FlagGraph, nextEvaluation, openFlagGraph } from '../src/index.ts'

type Content = { flags: ReadonlyMap<string, unknown>; segments: ReadonlyMap<string, unknown> }
type Graph = FlagGraph<EvaluationResult>

const flagKeys = ['f0', 'f1', 'f2', 'f3', '__proto__', 'constructor']
/** One of them has the same key as a flag. */
const segmentKeys = ['s0', 's1', 's2', 'f0']
const contexts = [
  {},
  { userId: 'ada' },
  { userId: 'bob', attributes: { plan: 'pro' } },
  { attributes: { plan: 'pro' } },
]

const plan = { attribute: 'plan', operator: 'is_set' }
const inSegment = (value: readonly string[]) => ({ operator: 'in_segment', value })
const ruleOf = (conditions: readonly unknown[]) => ({
  id: 'r',
  name: '',
  enabled: true,
  conditionOperator: 'OR',
  conditions,
})

const someOf = (keys: readonly string[]): fc.Arbitrary<string[]> =>
  fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    { weight: 2, arbitrary: fc.subarray([...keys], { maxLength: 2 }) },
  )
const malformed = fc.constantFrom<unknown>(null, 7, {}, { type: 'boolean', unit: null, config: { rules: 'none' } })
const orMalformed = (well: fc.Arbitrary<unknown>) =>
  fc.oneof(
    { weight: 12, arbitrary: well },
    { weight: 1, arbitrary: malformed },
    { weight: 2, arbitrary: fc.constant(undefined) },
  )

const aFlag = fc
  .record({
    enabled: fc.constantFrom(true, true, true, false),
    defaultValue: fc.boolean(),
    segments: someOf(segmentKeys),
    parents: someOf(flagKeys),
    wanted: fc.boolean(),
  })
  .map(({ enabled, defaultValue, segments, parents, wanted }) => ({
    type: 'boolean',
    config: {
      version: 1,
      enabled,
      defaultValue,
      rules: [{ ...ruleOf([plan, ...segments.map((key) => inSegment([key]))]), value: !defaultValue }],
      prerequisites: parents.map((flagKey) => ({ flagKey, values: [wanted] })),
    },
  }))
const aSegment = fc
  .record({ included: fc.subarray(['ada', 'bob']), segments: someOf(segmentKeys) })
  .map(({ included, segments }) => {
    const rules = segments.length === 0 ? [] : [ruleOf([inSegment(segments)])]
    return { unit: null, config: { version: 1, included, excluded: [], rules } }
  })

const someKeys = (keys: readonly string[], said: fc.Arbitrary<unknown>, maxLength: number) =>
  fc.uniqueArray(fc.tuple(fc.constantFrom(...keys), said), { maxLength, selector: ([key]) => key })
const aChange = fc
  .tuple(someKeys(flagKeys, orMalformed(aFlag), 3), someKeys(segmentKeys, orMalformed(aSegment), 2))
  .map(([flags, segments]): Content => ({ flags: new Map(flags), segments: new Map(segments) }))

const render = (_: string, result: EvaluationResult) => result
const fresh = (content: Content): Graph => openFlagGraph({ format: 2, ...content }, render)

const withChange = (content: Content, change: Content): Content => {
  const merge = (before: ReadonlyMap<string, unknown>, said: ReadonlyMap<string, unknown>) =>
    new Map([...before, ...said].filter(([key]) => !said.has(key) || said.get(key) !== undefined))
  return { flags: merge(content.flags, change.flags), segments: merge(content.segments, change.segments) }
}

const answersOf = ({ flags }: Graph) => {
  const answers = [...flags].map(([key, flag]) => {
    const alone = contexts.map((context) => flag.evaluate(context))
    return [key, { broken: flag.broken, isNamed: flag.broken || flag.isNamed, alone }] as const
  })
  const together = contexts.map((context) => {
    const evaluation = nextEvaluation()
    return new Map([...flags].map(([key, flag]) => [key, flag.evaluateIn(context, evaluation)]))
  })
  return { flags: new Map(answers), together }
}

/** Everything that a flag needs, directly or through others, read from the content alone. */
const needsOf = ({ flags, segments }: Content, key: string): ReadonlySet<string> => {
  const reached = new Set([`flag ${key}`])
  for (const name of reached) {
    const [kind, ...rest] = name.split(' ')
    const said = (kind === 'flag' ? flags : segments).get(rest.join(' '))
    for (const [, segment] of JSON.stringify(said ?? null).matchAll(/"in_segment","value":\[(.*?)\]/g)) {
      for (const each of JSON.parse(`[${segment}]`)) reached.add(`segment ${each}`)
    }
    for (const [, flagKey] of JSON.stringify(said ?? null).matchAll(/"flagKey":"(.*?)"/g))
      reached.add(`flag ${flagKey}`)
  }
  return reached
}

const sequences = fc.array(aChange, { minLength: 2, maxLength: 12 })
const nothing: Content = { flags: new Map(), segments: new Map() }

/** Applies changes one by one. */
const replay = (
  changes: readonly Content[],
  look: (step: {
    graph: Graph
    before: Graph['flags']
    told: ReadonlySet<string>
    change: Content
    content: Content
  }) => void,
) => {
  const graph = fresh(nothing)
  let content = nothing
  for (const change of changes) {
    const before = new Map(graph.flags)
    const told = graph.change(change)
    content = withChange(content, change)
    look({ graph, before, told, change, content })
  }
}

test('after any changes the flags answer as those of a bundle that always was as it is now', () => {
  fc.assert(
    fc.property(sequences, (changes) => {
      replay(changes, ({ graph, content }) => {
        const [answers, expected] = [answersOf(graph), answersOf(fresh(content))]
        // Compares first, since reporting a difference costs more than all the rest.
        if (!isDeepStrictEqual(answers, expected)) expect(answers).toEqual(expected)
      })
    }),
    { numRuns: 1_000, seed: 20_261 },
  )
})

test('a change tells which flags are others, and leaves alone whoever does not need what it is about', () => {
  fc.assert(
    fc.property(sequences, (changes) => {
      replay(changes, ({ graph: { flags }, before, told, change, content }) => {
        const keys = new Set([...before.keys(), ...flags.keys()])
        const others = [...keys].filter((key) => before.get(key) !== flags.get(key))
        expect([...told].sort()).toEqual(others.sort())
        const said = new Set([
          ...[...change.flags.keys()].map((key) => `flag ${key}`),
          ...[...change.segments.keys()].map((key) => `segment ${key}`),
        ])
        for (const key of others) {
          const isSaid = [...needsOf(content, key)].some((name) => said.has(name))
          const isNamedOtherwise = before.get(key)?.isNamed !== flags.get(key)?.isNamed
          expect(isSaid || isNamedOtherwise, key).toBe(true)
        }
      })
    }),
    { numRuns: 1_000, seed: 20_262 },
  )
})

const well = (defaultValue: boolean, ...parents: string[]) => {
  const prerequisites = parents.map((flagKey) => ({ flagKey, values: [true] }))
  return { type: 'boolean', config: { version: 1, enabled: true, defaultValue, rules: [], prerequisites } }
}

test('a change that fails in the middle changes nothing, and the next one is none the worse for it', () => {
  let isFailing = false
  const content = {
    flags: new Map([
      ['a', well(true)],
      ['b', well(true, 'a')],
      ['c', well(true)],
    ]),
    segments: new Map(),
  }
  const graph = openFlagGraph(content, (key, result) => {
    if (isFailing && key === 'b') throw new Error('no room')
    return result
  })
  const before = [...graph.flags]
  isFailing = true
  const change = {
    flags: new Map([
      ['a', well(false)],
      ['c', undefined],
      ['d', well(true, 'c')],
    ]),
    segments: new Map(),
  }
  expect(() => graph.change(change)).toThrow('no room')
  expect([...graph.flags]).toEqual(before)
  isFailing = false
  expect([...graph.change(change)]).toEqual(['a', 'c', 'd', 'b'])
  expect(graph.flags.get('b')?.evaluate({})).toMatchObject({ reason: 'DISABLED', prerequisite: 'a' })
  expect([...graph.flags.keys()]).toEqual(['a', 'b', 'd'])
})

test('a change with pauses leaves everything as it was until its end', () => {
  const flags = new Map(Array.from({ length: 10 }, (_, at) => [`f${at}`, well(true)]))
  const graph = fresh({ flags, segments: new Map() })
  const before = answersOf(graph)
  const change = graph.changeWithPauses({
    flags: new Map([...flags.keys()].map((key) => [key, well(false)])),
    segments: new Map(),
  })
  let pauses = 0
  let step = change.next()
  for (; !step.done; step = change.next()) {
    pauses++
    expect(answersOf(graph)).toEqual(before)
  }
  expect(pauses).toBeGreaterThanOrEqual(flags.size)
  expect([...step.value]).toEqual([...flags.keys()])
  expect(graph.flags.get('f0')?.evaluate({})).toMatchObject({ value: false })
})

test('a change of one flag makes nothing else anew, however many there are', () => {
  const rendered: string[] = []
  const flags = new Map(Array.from({ length: 1_000 }, (_, at) => [`f${at}`, well(true)]))
  const graph = openFlagGraph({ flags, segments: new Map() }, (key, result) => {
    rendered.push(key)
    return result
  })
  rendered.length = 0
  expect([...graph.change({ flags: new Map([['f7', well(false)]]), segments: new Map() })]).toEqual(['f7'])
  expect(rendered).toEqual(['f7'])
})

test('undefined is a flag that is gone, null one that cannot be read', () => {
  const graph = fresh({ flags: new Map([['a', well(true)]]), segments: new Map() })
  graph.change({ flags: new Map([['a', null]]), segments: new Map() })
  expect(graph.flags.get('a')?.broken).toBe(true)
  graph.change({ flags: new Map([['a', undefined]]), segments: new Map([['never', undefined]]) })
  expect(graph.flags.has('a')).toBe(false)
  expect([...graph.change({ flags: new Map([['a', undefined]]), segments: new Map() })]).toEqual([])
})
