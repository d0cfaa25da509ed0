import type { FlagValue, ShareCondition } from '@bunting/engine'
import type { Notes } from '../shared/findings.ts'
import { type RuleEntry, type RuleHead, ruleFor } from '../shared/rules.ts'
import { all, any, compare, none, type Tree } from '../shared/tree.ts'
import { isKey, keyOf, type Names, type Reference, referenceOf } from './attributes.ts'
import type { TheirRollout } from './schema.ts'
import type { Variations } from './variations.ts'

/** The sum of all weights of a rollout. */
export const whole = 100_000

export type Unit = { reference: Reference; attribute: string; bucketBy: string | undefined }

export const unitOf = (reference: Reference, names: Names, notes: Notes): Unit => ({
  reference,
  attribute: names.of(reference, notes),
  bucketBy: names.unitOf(reference, notes),
})

/** The condition for units between two weights, drawn with LaunchDarkly's hash. */
export const shareOf = ({ bucketBy }: Unit, salt: string, from: number, to: number): ShareCondition => ({
  operator: 'in_share',
  ...(bucketBy === undefined ? {} : { attribute: bucketBy }),
  value: { from: from / 1_000, to: to / 1_000, salt, kind: 'launchdarkly' },
})

/** The contexts without a unit, which LaunchDarkly treats as the very first. Only texts and whole numbers are units. */
export const hasNoUnit = (unit: Unit, salt: string): Tree =>
  isKey(unit.reference) ? compare(unit.attribute, 'is_not_set') : none(shareOf(unit, salt, 0, whole))

const noteUnit = ({ reference, attribute }: Unit, notes: Notes): void => {
  notes.exact(
    'no-unit-first',
    `Contexts without ${attribute} get the first of a split, as LaunchDarkly has it, by a rule of their own.`,
  )
  if (isKey(reference)) return
  notes.widened(
    'empty-unit',
    `LaunchDarkly also draws an empty ${attribute}, and whole numbers above 2^53. Bunting takes both as missing.`,
  )
}

type Span = { variation: number; from: number; to: number }

/** The range of weights of each variation; the last one also gets the rest. */
const spansOf = ({ variations }: TheirRollout, isSame: (one: number, other: number) => boolean): Span[] => {
  const spans: Span[] = []
  let from = 0
  for (const [at, { variation, weight }] of variations.entries()) {
    const to = at === variations.length - 1 ? whole : Math.min(whole, from + weight)
    const before = spans.at(-1)
    if (before && isSame(before.variation, variation)) before.to = to
    else if (to > from) spans.push({ variation, from, to })
    from = to
  }
  return spans
}

export type RolloutScope = {
  flagKey: string
  salt: string | null | undefined
  variations: Variations
  names: Names
  notes: Notes
}

/** The rules that split as a rollout of LaunchDarkly does. */
export const rolloutRules = (head: RuleHead, rollout: TheirRollout, scope: RolloutScope): RuleEntry[] => {
  const { variations, notes, names } = scope
  if (rollout.variations.some(({ variation }) => variations.valueOf(variation) === undefined)) {
    notes.byHand(
      'no-code-default',
      "A rollout names a variation that is not there: their SDKs answer the code's default.",
    )
    return []
  }
  const spans = spansOf(rollout, variations.isSame)
  const [first, second] = spans
  if (!first) {
    notes.byHand('no-code-default', "A rollout has no variations: their SDKs answer the code's default.")
    return []
  }
  const valueAt = (index: number) => variations.valueOf(index) as FlagValue
  if (!second) return ruleFor(head, { value: valueAt(first.variation) })
  const reference = drawnOf(rollout)
  if (!reference) {
    notes.byHand(
      'no-code-default',
      `No attribute is called "${rollout.bucketBy}": their SDKs answer the code's default.`,
    )
    return []
  }
  const unit = unitOf(reference, names, notes)
  const salt = saltOf(rollout, scope)
  noteUnit(unit, notes)
  const without: RuleHead = {
    id: `${head.id}.no-unit`,
    name: `${head.name}${head.name && ', '}without ${unit.attribute}`,
    tree: all(head.tree, hasNoUnit(unit, salt)),
  }
  const guard = ruleFor(without, { value: valueAt(first.variation) })
  if (variations.type === 'boolean' && spans.length > 2) {
    const isTrue = ({ variation }: Span) => valueAt(variation) === true
    const inTrue = any(...spans.filter(isTrue).map(({ from, to }) => shareOf(unit, salt, from, to)))
    return [
      ...guard,
      ...ruleFor({ ...head, tree: all(head.tree, inTrue) }, { value: true }),
      ...ruleFor({ ...head, id: `${head.id}.rest` }, { value: false }),
    ]
  }
  const keys = variations.keysOf(spans.map(({ variation }) => variation))
  const split = ruleFor(head, {
    distribution: spans.map(({ from, to }, at) => ({ variant: keys[at] as string, weight: to - from })),
    ...(unit.bucketBy === undefined ? {} : { bucketBy: unit.bucketBy }),
    hash: { kind: 'launchdarkly', salt },
  })
  // Bunting would draw decimals and booleans too, so contexts without a unit are handled first.
  return isKey(reference) ? [...split, ...guard] : [...guard, ...split]
}

const drawnOf = ({ kind, bucketBy, contextKind }: TheirRollout): Reference | undefined =>
  kind === 'experiment' || !bucketBy ? keyOf(contextKind) : referenceOf(bucketBy, contextKind)

const saltOf = ({ seed }: TheirRollout, { flagKey, salt, notes }: RolloutScope): string => {
  if (seed) return `${seed}.`
  if (seed === 0) notes.widened('engine-differs', "A seed of 0 is none in LaunchDarkly's JavaScript and one in its Go.")
  if (salt === null || salt === undefined) {
    notes.byHand('no-salt', 'The flag has a rollout and no salt: take the snapshot as SDKs read it.')
  }
  return `${flagKey}.${salt ?? ''}.`
}
