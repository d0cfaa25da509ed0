import type { Rule } from '@bunting/engine'
import { nameRule } from '../words/words.ts'
import type { Change } from './change.ts'
import { type Placed, pairRules, type RulePair } from './pair-rules.ts'
import { ruleChanges, ruleKey } from './rule-changes.ts'

type InPlace = { index: number; changes: readonly Change[] }

const byIndex = (one: InPlace, other: InPlace): number => one.index - other.index

/** The changes of a list of rules: first the current rules in their order, then the removed ones. */
export const rulesChanges = (
  before: readonly Rule[],
  after: readonly Rule[],
): { pairs: readonly RulePair[]; changes: readonly Change[] } => {
  const { pairs, added, removed } = pairRules(before, after)
  const changes = [
    ...[...pairs.map(pairChanges), ...added.map(addition)].sort(byIndex).flatMap(({ changes: some }) => some),
    ...removed.map(removal),
  ]
  return { pairs, changes }
}

const pairChanges = (pair: RulePair): InPlace => ({ index: pair.after.index, changes: ruleChanges(pair) })

const addition = ({ rule, index }: Placed): InPlace => ({
  index,
  changes: [
    {
      key: ruleKey(rule),
      where: nameRule(rule, index),
      what: rule.enabled ? 'Rule added' : 'Rule added, turned off',
      before: { kind: 'nothing', text: 'No such rule' },
      after: { kind: 'rule', rule },
    },
  ],
})

const removal = ({ rule, index }: Placed): Change => ({
  key: ruleKey(rule),
  where: nameRule(rule, index),
  what: rule.enabled ? 'Rule removed' : 'Rule removed, which was off',
  before: { kind: 'rule', rule },
  after: { kind: 'nothing', text: 'No such rule' },
})
