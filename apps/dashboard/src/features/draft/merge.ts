import type { FlagConfig, Rule, Variant } from '@bunting/engine'
import { same } from '../../format/same.ts'
import { byId, byKey, configParts, type PartRef, rulePartNames, ruleParts, sharedOrder, variantsOf } from './parts.ts'

/** A part that both sides changed, each in another way. */
export type Clash = { part: PartRef; mine: unknown; theirs: unknown }

type Side = 'mine' | 'theirs'

/** Chooses a side for a part that both changed. */
export type Choose = (part: PartRef) => Side

type Versions<Value> = { base: Value; mine: Value; theirs: Value }

/**
 * Merges my changes into theirs: a part that only one side changed keeps that change. If both changed the same part,
 * `choose` decides, and the clash is reported.
 */
export const mergeConfigs = (
  versions: Versions<FlagConfig>,
  choose: Choose = () => 'mine',
): { config: FlagConfig; clashes: Clash[] } => {
  const clashes: Clash[] = []
  const decide = <Value>(part: PartRef, { base, mine, theirs }: Versions<Value>): Value => {
    if (same(base, mine) || same(mine, theirs)) return theirs
    if (same(base, theirs)) return mine
    clashes.push({ part, mine, theirs })
    return choose(part) === 'mine' ? mine : theirs
  }
  const { theirs } = versions
  const parts = configParts.map((part) => [
    part,
    decide(
      { kind: 'config', part },
      each(versions, (one) => one[part]),
    ),
  ])
  const variants = mergeVariants(versions, decide)
  const rules = mergeRules(versions, decide)
  const config = { version: theirs.version, ...Object.fromEntries(parts), rules, ...variants } as FlagConfig
  return { config: withoutAbsent(config), clashes }
}

type Decide = <Value>(part: PartRef, versions: Versions<Value>) => Value

const each = <Config, Value>({ base, mine, theirs }: Versions<Config>, read: (one: Config) => Value) => ({
  base: read(base),
  mine: read(mine),
  theirs: read(theirs),
})

const mergeVariants = (versions: Versions<FlagConfig>, decide: Decide): { variants?: Variant[] } => {
  const known = each(versions, byKey)
  const keys = new Set([...known.theirs.keys(), ...known.mine.keys()])
  const variants = [...keys].flatMap(
    (key) =>
      decide(
        { kind: 'variant', key },
        each(known, (some) => some.get(key)),
      ) ?? [],
  )
  return variants.length > 0 || variantsOf(versions.theirs).length > 0 ? { variants } : {}
}

const mergeRules = (versions: Versions<FlagConfig>, decide: Decide): Rule[] => {
  const known = each(versions, byId)
  const order = mergeOrder(versions, decide)
  return order.flatMap((ruleId) => {
    const { base, mine, theirs } = each(known, (some) => some.get(ruleId))
    // A rule that is new, or that one side removed, is taken or dropped as a whole.
    if (!base || !mine || !theirs) return decide({ kind: 'rule', ruleId, part: 'all' }, { base, mine, theirs }) ?? []
    const parts = rulePartNames.map((part) =>
      decide({ kind: 'rule', ruleId, part }, each({ base, mine, theirs }, ruleParts[part] as (rule: Rule) => unknown)),
    )
    return withoutAbsent(Object.assign({ id: ruleId }, ...parts) as Rule)
  })
}

/** The merged order of rules: those that all have in the decided order, each other one after its predecessor. */
const mergeOrder = ({ base, mine, theirs }: Versions<FlagConfig>, decide: Decide): string[] => {
  const shared = decide(
    { kind: 'order' },
    {
      base: sharedOrder(base, mine, theirs),
      mine: sharedOrder(mine, base, theirs),
      theirs: sharedOrder(theirs, base, mine),
    },
  )
  const order = [...shared]
  for (const { rules } of [theirs, mine]) {
    for (const [at, { id }] of rules.entries()) {
      if (order.includes(id)) continue
      const before = rules[at - 1]
      order.splice(before ? order.indexOf(before.id) + 1 : 0, 0, id)
    }
  }
  return order
}

const withoutAbsent = <Fields extends object>(fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Fields
