import type { AttributeCondition, Condition } from '@bunting/engine'
import { Brackets, Layers, Lock, Plus, Users } from 'lucide-react'
import { Button } from '../../../ui/controls/button.tsx'
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx'
import { type At, canHoldGroup, insertCondition, makeGroup, pathOf } from '../../draft/conditions.ts'
import { type EditedRule, useEditing } from '../editing.ts'
import { focusPart } from '../focus-at.ts'

const newCondition: AttributeCondition = { attribute: '', operator: 'equals', value: '' }

type Into = {
  edited: EditedRule
  /** The position of the group to add to; [] for the rule itself. */
  to: At
  /** The number of conditions in it. */
  size: number
}

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The kinds of conditions that can be added. */
const useKinds = ({ edited: { rule, path, change }, to, size }: Into) => {
  const { because, locked } = useEditing()
  const add = (condition: Condition) => () => {
    const at = [...to, size]
    const conditions = insertCondition(rule.conditions, at, condition)
    change({ ...rule, conditions })
    focusPart(pathOf(conditions, at, `${path}.conditions`))
  }
  return [
    { label: 'Condition', Icon: Plus, because, add: add(newCondition) },
    {
      label: 'Segment',
      Icon: locked === undefined ? Users : Lock,
      because: because ?? locked,
      add: add({ operator: 'in_segment', value: [] }),
    },
    {
      label: 'Share',
      Icon: locked === undefined ? Layers : Lock,
      because: because ?? locked,
      add: add({ operator: 'in_share', value: { from: 0, to: 50, salt: '' } }),
    },
    {
      label: 'Group',
      Icon: Brackets,
      because: because ?? (canHoldGroup(to) ? undefined : 'Groups are at most three deep.'),
      add: add(makeGroup('any', [newCondition])),
    },
  ]
}

/** The buttons of a rule, one for each kind. */
export const AddCondition = ({ edited }: Pick<Into, 'edited'>) => {
  const kinds = useKinds({ edited, to: [], size: edited.rule.conditions.length })
  return kinds.map(({ label, Icon, because, add }, index) => (
    <Button
      key={label}
      kind="ghost"
      size="sm"
      because={because}
      onClick={add}
      {...(index === 0 ? { 'data-adds': `${edited.path}.conditions` } : {})}
    >
      <Icon {...icon} />
      {label}
    </Button>
  ))
}

/** The button of a group: one small menu for all kinds, since groups may be nested. */
export const AddToGroup = ({ group, ...into }: Into & { group: string }) => {
  const kinds = useKinds(into)
  return (
    <Menu
      trigger={
        <button type="button" className="tok add" aria-label={`Add to ${group}`}>
          <Plus {...icon} size={14} />
        </button>
      }
    >
      {kinds.map(({ label, Icon, because, add }) => (
        <MenuItem key={label} icon={<Icon {...icon} />} because={because} onSelect={add}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  )
}
