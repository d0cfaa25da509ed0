import type { FlagType, FlagValue } from '@bunting/engine'
import type { ConfigEntry } from '../../project-file/project-file.ts'
import type { Notes } from '../shared/findings.ts'
import { offConfig } from '../shared/off.ts'
import { type RuleEntry, type RuleHead, ruleFor, withOwnIds } from '../shared/rules.ts'
import type { Names } from './attributes.ts'
import { clausesTree, type Scope } from './clauses.ts'
import { type Parents, prerequisitesOf } from './prerequisites.ts'
import { rolloutRules } from './rollouts.ts'
import type { TheirFacts, TheirFlag } from './schema.ts'
import { type IdList, targetRules } from './targets.ts'
import { lastValue, openVariations, typeOfAll, type Variations } from './variations.ts'

export type FlagScope = Scope & {
  names: Names
  parents: Parents
  /** Creates segments for ids, and returns their keys. */
  addList(list: IdList): string[]
  facts: TheirFacts | undefined
  /** The name of a rule, by its id. */
  ruleName(id: string): string
}

type Served = { variation?: number | null | undefined; rollout?: NonNullable<TheirFlag['fallthrough']>['rollout'] }

/** Converts a flag in one environment. The notes tell what has to be done by hand. */
export const convertFlag = (key: string, flag: TheirFlag, type: FlagType, scope: FlagScope): ConfigEntry => {
  const { notes, facts, parents } = scope
  if (typeOfAll(flag.variations) !== type) {
    notes.byHand('value-type', `Its variations are not all of one type of ours (${type}).`)
    return offConfig(lastValue(flag.variations, type))
  }
  const names = facts?.variations?.map(({ name }) => name) ?? []
  const variations = openVariations(flag.variations, type, names)
  const defaultValue = offValue(flag, variations, notes)
  const { isMet, prerequisites } = prerequisitesOf(flag, parents, notes)
  const rules = rulesOf(key, flag, variations, scope)
  return {
    enabled: flag.on && isMet,
    defaultValue,
    ...variations.entry(),
    ...(prerequisites.length > 0 ? { prerequisites } : {}),
    rules,
  }
}

const offValue = (
  { offVariation, variations, on, prerequisites }: TheirFlag,
  own: Variations,
  notes: Notes,
): FlagValue => {
  const value = typeof offVariation === 'number' ? own.valueOf(offVariation) : undefined
  if (value !== undefined) return value
  const last = lastValue(variations, own.type)
  if (!on || prerequisites?.length) {
    notes.widened(
      'no-code-default',
      `It has no off variation: where LaunchDarkly leaves the answer to the code, it is ${JSON.stringify(last)} now.`,
    )
  }
  return last
}

const rulesOf = (key: string, flag: TheirFlag, variations: Variations, scope: FlagScope): RuleEntry[] => {
  const { notes, ruleName } = scope
  const served = (head: RuleHead, { variation, rollout }: Served): RuleEntry[] => {
    if (typeof variation === 'number') {
      const value = variations.valueOf(variation)
      if (value !== undefined) return ruleFor(head, { value })
    } else if (rollout) {
      return rolloutRules(head, rollout, { ...scope, flagKey: key, salt: flag.salt, variations })
    }
    notes.byHand(
      'no-code-default',
      `${head.name || head.id} serves no variation that is there: their SDKs answer the code's default.`,
    )
    return []
  }
  const targets = targetRules(flag, { ...scope, variations })
  const rules = (flag.rules ?? []).flatMap((rule, at) => {
    const head = {
      id: rule.id || `rule-${at + 1}`,
      name: ruleName(rule.id ?? ''),
      tree: clausesTree(rule.clauses ?? [], scope),
    }
    if (!rule.clauses || head.tree === false) {
      notes.exact('never', `The rule ${head.name || head.id} can match nobody, and is left out.`)
      return []
    }
    return served(head, rule)
  })
  const last = served({ id: 'fallthrough', name: 'Everyone else', tree: true }, flag.fallthrough ?? {})
  return withOwnIds([...targets, ...rules, ...last])
}
