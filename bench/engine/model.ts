import type { Condition, Segment } from '@bunting/engine'
import { userIdOf } from './users.ts'

export type BenchCondition =
  | { attribute: string; operator: 'equals'; value: string }
  | { attribute: string; operator: 'in'; value: readonly string[] }
  | { attribute: string; operator: 'gt'; value: number }

export type BenchGroup =
  | BenchCondition
  | { all: readonly BenchGroup[] }
  | { any: readonly BenchGroup[] }
  | { none: readonly BenchGroup[] }

/** Three rules of two conditions, both of which must hold. Without a rule that matches the flag is off. */
export const rules: readonly (readonly [BenchCondition, BenchCondition])[] = [
  [
    { attribute: 'plan', operator: 'in', value: ['pro', 'enterprise'] },
    { attribute: 'country', operator: 'equals', value: 'US' },
  ],
  [
    { attribute: 'country', operator: 'in', value: ['NL', 'BE', 'DE'] },
    { attribute: 'age', operator: 'gt', value: 65 },
  ],
  [
    { attribute: 'plan', operator: 'equals', value: 'pro' },
    { attribute: 'age', operator: 'gt', value: 18 },
  ],
]

/** Every other user, up to 20,000: half of those who ask are in. */
export const audience: readonly string[] = Array.from({ length: 20_000 }, (_, i) => userIdOf(2 * i))

/** Segments by their names, outermost first: each asks this of those who are in the next one. */
export const nested = {
  outer: { attribute: 'plan', operator: 'in', value: ['pro', 'enterprise'] },
  middle: { attribute: 'age', operator: 'gt', value: 18 },
  inner: { attribute: 'country', operator: 'in', value: ['US', 'NL', 'BE', 'DE'] },
} as const satisfies Record<string, BenchCondition>

export const nestedNames = ['outer', 'middle', 'inner'] as const
export type NestedName = (typeof nestedNames)[number]

/** A flag and the five that it needs, one through the other: each has a rule of its own, and needs the next one on. */
export const chain: readonly [BenchCondition, ...BenchCondition[]] = [
  { attribute: 'plan', operator: 'equals', value: 'enterprise' },
  { attribute: 'country', operator: 'in', value: ['US', 'NL', 'BE', 'DE', 'JP'] },
  { attribute: 'age', operator: 'gt', value: 25 },
  { attribute: 'country', operator: 'in', value: ['US', 'NL', 'BE', 'DE', 'FR'] },
  { attribute: 'plan', operator: 'in', value: ['pro', 'enterprise'] },
  { attribute: 'age', operator: 'gt', value: 10 },
]

export const linkKey = (link: number): string => `link-${link}`

export const grouped: BenchGroup = {
  any: [
    {
      all: [
        { attribute: 'plan', operator: 'in', value: ['pro', 'enterprise'] },
        {
          none: [
            { attribute: 'country', operator: 'equals', value: 'JP' },
            { attribute: 'age', operator: 'gt', value: 65 },
          ],
        },
      ],
    },
    {
      all: [
        { attribute: 'country', operator: 'in', value: ['NL', 'BE', 'DE'] },
        { attribute: 'age', operator: 'gt', value: 65 },
      ],
    },
  ],
}

const segment = (included: readonly string[], conditions?: readonly Condition[]): Segment => ({
  unit: null,
  config: {
    version: 1,
    included,
    excluded: [],
    rules: conditions ? [{ id: 'rule-1', name: '', enabled: true, conditionOperator: 'AND', conditions }] : [],
  },
})

const inSegment = (value: NestedName): Condition => ({ operator: 'in_segment', value })

/** What flags of these kinds name. */
export const segmentsOf = (kinds: ReadonlySet<string>): Record<string, Segment> => ({
  ...(kinds.has('segment') && { audience: segment(audience) }),
  ...(kinds.has('nested') && {
    outer: segment([], [inSegment('middle'), nested.outer]),
    middle: segment([], [inSegment('inner'), nested.middle]),
    inner: segment([], [nested.inner]),
  }),
})
