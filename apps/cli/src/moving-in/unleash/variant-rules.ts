import { type RuleEntry, type RuleHead, ruleFor } from '../shared/rules.ts'
import { all, any, compare, type Tree } from '../shared/tree.ts'
import { attributeOf, isId } from './attributes.ts'
import { drawnBy, headOf } from './drawn-by.ts'
import type { TheirFlag, TheirStrategy, TheirVariant } from './schema.ts'
import { type Audience, type StrategyScope, shareOf, stickyUnit, strategyAudience, textOf } from './strategies.ts'
import { hasWeight, type Variants } from './variants.ts'

/** Variants with the salt and the stickiness by which they are drawn. */
type Split = { variants: readonly TheirVariant[]; salt: string; stickiness: string | undefined }

/** The first strategy that holds gives the variant, its own or the flag's. Without strategies the flag is for everyone. */
export const variantRules = (
  flag: TheirFlag,
  strategies: readonly (TheirStrategy | undefined)[],
  variants: Variants,
  scope: StrategyScope,
): RuleEntry[] => {
  noteEngines(strategies, scope)
  const rulesOf = (strategy: TheirStrategy | undefined, at: number) => {
    const audience = strategy ? strategyAudience(strategy, scope) : { tree: true }
    const head = strategy ? headOf(strategy, at) : { id: 'everyone', name: 'Everyone' }
    const split = splitOf(flag, strategy, scope)
    const rules = split ? splitRules(head, audience, split, variants, scope) : without(head, audience, variants, scope)
    return rules.map((rule) => ({ ...rule, enabled: !strategy?.disabled }))
  }
  const ordered = strategies.map((strategy, at) => ({ strategy, rules: rulesOf(strategy, at) }))
  if (scope.engine === 'node') return ordered.flatMap(({ rules }) => rules)
  // Yggdrasil takes the first strategy that holds and has variants.
  const isOwn = ({ strategy }: (typeof ordered)[number]) => hasWeight(strategy?.variants)
  return [...ordered.filter(isOwn), ...ordered.filter((each) => !isOwn(each))].flatMap(({ rules }) => rules)
}

const noteEngines = (strategies: readonly (TheirStrategy | undefined)[], { notes }: StrategyScope): void => {
  const own = strategies.map((strategy) => hasWeight(strategy?.variants))
  if (own.lastIndexOf(true) > own.indexOf(false) && own.includes(false)) {
    notes.widened(
      'engine-differs',
      "A strategy without variants stands before one with some: Unleash's Node SDK takes the flag's variants where the first holds, yggdrasil those of the other if that holds too.",
    )
  }
}

const splitOf = (
  flag: TheirFlag,
  strategy: TheirStrategy | undefined,
  { engine, notes }: StrategyScope,
): Split | undefined => {
  if (strategy && hasWeight(strategy.variants)) {
    const [own, whole] = [strategy.variants[0]?.stickiness || undefined, textOf(strategy, 'stickiness') || undefined]
    if (own !== undefined && own !== (whole ?? 'default')) {
      notes.widened(
        'engine-differs',
        "A strategy's variants have a stickiness of their own: Unleash's Node SDK keeps to that, yggdrasil to the strategy's.",
      )
    }
    const groupId = textOf(strategy, 'groupId')
    if (groupId === undefined) {
      notes.widened(
        'engine-differs',
        'A strategy with variants has no groupId: Unleash\'s Node SDK takes "undefined", yggdrasil the flag\'s name.',
      )
    }
    const isNode = engine === 'node'
    const stickiness = isNode ? (own ?? whole) : whole
    return { variants: strategy.variants, salt: `${groupId ?? (isNode ? 'undefined' : flag.name)}:`, stickiness }
  }
  if (!hasWeight(flag.variants)) return undefined
  return { variants: flag.variants, salt: `${flag.name}:`, stickiness: flag.variants[0]?.stickiness ?? undefined }
}

type Head = Omit<RuleHead, 'tree'>

/** The rule for contexts that are on but have no variant: later strategies are not tried. */
const without = (head: Head, { tree, draw }: Audience, { disabled }: Variants, scope: StrategyScope): RuleEntry[] =>
  ruleFor({ ...head, tree }, { value: disabled, ...drawnBy(draw, scope) })

const splitRules = (
  head: Head,
  audience: Audience,
  split: Split,
  variants: Variants,
  scope: StrategyScope,
): RuleEntry[] => [
  ...overrideRules(head, audience, split, variants, scope),
  ...drawnRules(head, audience, split, variants, scope),
]

const overrideRules = (
  head: Head,
  { tree, draw }: Audience,
  split: Split,
  variants: Variants,
  scope: StrategyScope,
): RuleEntry[] =>
  split.variants.flatMap((variant) => {
    const isOverridden = any(
      ...(variant.overrides ?? []).map(({ contextName, values }): Tree => {
        const attribute = attributeOf(contextName, scope.rename, scope.notes)
        return values.length > 0 && compare(attribute, 'in', [...new Set(values)])
      }),
    )
    if (isOverridden === false) return []
    const name = `${head.name}${head.name && ', '}${variant.name} for some`
    return ruleFor(
      { id: `${head.id}.${variant.name}`, name, tree: all(tree, isOverridden) },
      { value: variants.valueOf(variant), ...drawnBy(draw, scope) },
    )
  })

const drawnRules = (
  head: Head,
  { tree, draw }: Audience,
  split: Split,
  variants: Variants,
  scope: StrategyScope,
): RuleEntry[] => {
  const { notes, hashKind } = scope
  const { salt, stickiness } = split
  const drawn = split.variants.filter(({ weight }) => weight > 0)
  const [only, ...others] = drawn
  // With a single variant everybody in the audience gets it, whatever the unit is.
  if (only && others.length === 0) {
    return ruleFor({ ...head, tree }, { value: variants.valueOf(only), ...drawnBy(draw, scope) })
  }
  const { bucketBy } = stickyUnit(stickiness, scope)
  notes.widened(
    'random-unit',
    `Unleash draws a variant anew each time for contexts without ${bucketBy ?? 'a user or session'}. Here they are not in the split.`,
  )
  const by = bucketBy === undefined ? {} : { bucketBy }
  const distribution = drawn.map((variant) => ({ variant: variants.keyOf(variant), weight: variant.weight }))
  if (!draw) return ruleFor({ ...head, tree }, { distribution, ...by, hash: { kind: hashKind, salt } })
  if (draw.bucketBy === bucketBy) {
    const hash = { kind: hashKind, salt: draw.salt, splitSalt: salt }
    return ruleFor({ ...head, tree }, { rolloutPercentage: draw.percentage, distribution, ...by, hash })
  }
  if (draw.percentage === 0) return []
  if (draw.bucketBy !== undefined && !isId(draw.bucketBy)) {
    notes.widened(
      'type-strict',
      `Unleash also draws numbers with decimals and booleans in ${draw.bucketBy}. Here they are not in.`,
    )
  }
  return ruleFor(
    { ...head, tree: all(tree, shareOf(draw, hashKind)) },
    { distribution, ...by, hash: { kind: hashKind, salt } },
  )
}
