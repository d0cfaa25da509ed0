import { expect, test } from 'vitest'
import { type Condition, configProblems } from '../src/index.ts'

const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at))

const regex = (value: string): Condition => ({ attribute: 'a', operator: 'regex', value })

/** A config with one rule for each list of conditions. */
const configOf = (rules: readonly (readonly Condition[])[], fields = {}) => ({
  version: 1,
  enabled: true,
  defaultValue: false,
  rules: rules.map((conditions) => ({ value: true, conditions, ...fields })),
})

const problemsOf = (rules: readonly (readonly Condition[])[]) => configProblems(configOf(rules), 'boolean')
const pathsOf = (rules: readonly (readonly Condition[])[]) => problemsOf(rules).map(({ path }) => path)

const email =
  "^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$"
const address =
  '^https?:\\/\\/(www\\.)?[-a-zA-Z0-9@:%._\\+~#=]{1,256}\\.[a-zA-Z0-9()]{1,6}\\b([-a-zA-Z0-9()@:%_\\+.~#?&//=]*)$'

const ordinary: Record<string, readonly (readonly Condition[])[]> = {
  'twenty rules with the pattern of an e-mail address each': times(20, () => [regex(email)]),
  'twenty rules with the pattern of a web address each': times(20, () => [regex(address)]),
  'a pattern of its own in each of a hundred rules': times(100, (at) => [regex(`^[^@]+@team-${at}\\.example\\.com$`)]),
  'a thousand short texts to contain': [
    [{ attribute: 'a', operator: 'contains', value: times(1_000, (at) => `example-${at}.com`) }],
  ],
  'a thousand beginnings and a thousand ends': [
    [{ attribute: 'a', operator: 'starts_with', value: times(1_000, (at) => `example-${at}.com`) }],
    [{ attribute: 'a', operator: 'ends_with', value: times(1_000, (at) => `example-${at}.com`) }],
  ],
  'a thousand values in each of thirty conditions': times(30, (rule) => [
    { attribute: 'a', operator: 'in', value: times(1_000, (at) => `${rule}-${at}`) },
  ]),
  'as many conditions as there may be': times(100, () =>
    times(50, (at) => ({ attribute: `a${at}`, operator: 'equals', value: 'x' })),
  ),
  'as many comparisons of numbers as there may be': times(100, () =>
    times(50, (at) => ({ attribute: `a${at}`, operator: 'gt', value: at })),
  ),
}

test.each(Object.keys(ordinary))('%s are no problem', (name) => {
  expect(problemsOf(ordinary[name] ?? [])).toEqual([])
})

test('a percentage in every one of a hundred rules is no problem', () => {
  const config = configOf(
    times(100, () => []),
    { rolloutPercentage: 50 },
  )
  expect(configProblems(config, 'boolean')).toEqual([])
})

const place = 'rules[0].conditions[0].value'

test.each([
  ['repeats a thousand times', '(?:\\pL|\\pN){999}$'],
  ['repeats what it repeats', '((a{10}){10}){10}'],
  ['repeats a thousand times over and over', 'a{1000}'.repeat(60)],
  ['is all classes of Unicode', '\\pL'.repeat(170)],
])('a pattern that %s is refused at its place, with what to do', (_, pattern) => {
  expect(problemsOf([[regex(pattern)]])).toEqual([
    {
      path: place,
      message: expect.stringMatching(/^must be a smaller pattern: /),
    },
  ])
})

test('a pattern that leads from everywhere to everywhere is refused at its place', () => {
  expect(problemsOf([[regex('(?:a?){300}b')]])).toEqual([
    { path: place, message: expect.stringMatching(/^must be a simpler pattern: /) },
  ])
})

const nasty: Record<string, readonly (readonly Condition[])[]> = {
  'a pattern in every condition': times(100, () => times(50, () => regex('a+b'))),
  'another pattern in every condition': times(100, (rule) => times(50, (at) => regex(`a{${rule + 2}}b{${at + 2}}`))),
  'many large patterns': times(8, () => times(8, (at) => regex(`(?:a|ab|b${at}){150}c`))),
  'fifty conditions of a thousand texts': [
    times(50, () => ({ attribute: 'a', operator: 'contains', value: times(1_000, (at) => `aaa${at}`) })),
  ],
  'a text to contain in every condition': times(100, () =>
    times(50, () => ({ attribute: 'a', operator: 'contains', value: 'aaab' })),
  ),
  'long versions in every condition': times(100, () =>
    times(5, () => ({ attribute: 'a', operator: 'semver_gt', value: `1.0.0-${'a.'.repeat(200)}a` })),
  ),
}

test.each(Object.keys(nasty))('rules with %s cost too much', (name) => {
  const [problem, ...others] = problemsOf(nasty[name] ?? [])
  expect(others).toEqual([])
  expect(problem?.path).toBe('rules')
  expect(problem?.message).toMatch(/fewer/)
})

test('one list of texts that costs too much is named', () => {
  const value = times(1_000, (at) => `${at}${'x'.repeat(200)}`)
  expect(pathsOf([[{ attribute: 'a', operator: 'contains', value }]])).toEqual([place])
})

test('lists of too many are passed over: whoever checks the shape tells them', () => {
  const bad = regex('(')
  expect(pathsOf(times(101, () => [bad]))).toEqual([])
  expect(pathsOf([times(51, () => bad)])).toEqual([])
})
