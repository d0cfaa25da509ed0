import type { Rule } from '@bunting/engine'
import { ChevronsDownUp, ChevronsUpDown, ListTree } from 'lucide-react'
import { memo, useState } from 'react'
import { plural } from '../../format/number.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Picker } from '../../ui/controls/picker.tsx'
import { useKeys } from '../../ui/use-keys.ts'
import { nameRule } from '../diff/words/words.ts'
import { focusRule, stepRule } from './focus-rule.ts'
import { setFolded, useAllFolded } from './folded.ts'

/** The least number of rules with a menu to find one. */
const handful = 6

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

type RulesBarProps = {
  ids: readonly string[]
  /** Reads the current rules on demand, so that typing a rule's name does not render this again. */
  readRules(): readonly Rule[]
}

/** The bar above several rules: their number, a button that folds all, and a menu to find one. */
export const RulesBar = memo(({ ids, readRules }: RulesBarProps) => {
  const areFolded = useAllFolded(ids)
  const [rules, setRules] = useState<readonly Rule[]>([])
  useKeys({
    j: ['Next rule', () => stepRule(1)],
    k: ['Rule before', () => stepRule(-1)],
    'ctrl+shift+↑': ['Move a condition up'],
    'ctrl+shift+↓': ['Move a condition down'],
  })
  if (ids.length < 2) return null
  return (
    <div className="rules-bar">
      <span>{plural(ids.length, 'rule')}</span>
      {ids.length >= handful && (
        <Picker
          label="Find a rule"
          items={rules.map((rule, at) => ({ key: String(at + 1), name: nameOf(rule, at) }))}
          onOpen={() => setRules(readRules())}
          onPick={(number) => focusRule(Number(number) - 1)}
          trigger={
            <Button kind="ghost" size="sm" title="j and k step from rule to rule">
              <ListTree {...icon} />
              Go to a rule
            </Button>
          }
        />
      )}
      <Button kind="ghost" size="sm" onClick={() => setFolded(ids, !areFolded)}>
        {areFolded ? <ChevronsUpDown {...icon} /> : <ChevronsDownUp {...icon} />}
        {areFolded ? 'Expand all' : 'Collapse all'}
      </Button>
    </div>
  )
})

const nameOf = (rule: Rule, at: number): string => (rule.name === '' ? nameRule(rule, at) : rule.name)
