import { isGroup } from '@bunting/engine'
import { ArrowDown, ArrowUp, Brackets, Ungroup } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { IconButton } from '../../../ui/controls/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../../ui/overlays/menu.tsx'
import { canWrap, pathOf, removeCondition, stepCondition, unwrapGroup, wrapCondition } from '../../draft/conditions.ts'
import { type EditedCondition, useEditing } from '../editing.ts'
import { focusPart } from '../focus-at.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

/** The actions on a condition or a group. The focus moves along with it. */
export const useConditionActions = ({ edited: { rule, path: rulePath, change }, at }: EditedCondition) => {
  const { conditions } = rule
  const list = `${rulePath}.conditions`
  const set = (next: typeof conditions) => change({ ...rule, conditions: next })
  const step = (by: -1 | 1) => {
    const moved = stepCondition(conditions, at, by)
    if (!moved) return
    set(moved.conditions)
    focusPart(pathOf(moved.conditions, moved.at, list))
  }
  return {
    step,
    canStep: (by: -1 | 1) => stepCondition(conditions, at, by) !== undefined,
    wrap: () => {
      const wrapped = wrapCondition(conditions, at, 'any')
      set(wrapped)
      focusPart(pathOf(wrapped, at, list))
    },
    canWrap: canWrap(conditions, at),
    unwrap: () => {
      set(unwrapGroup(conditions, at))
      focusPart(pathOf(conditions, at, list), list)
    },
    remove: () => {
      const left = removeCondition(conditions, at)
      set(left)
      const before = [...at.slice(0, -1), Math.max((at.at(-1) ?? 0) - 1, 0)]
      focusPart(pathOf(left, before, list), list)
    },
    /** Ctrl Shift with an arrow moves the condition, from any field in it. */
    onKeyDown: (event: KeyboardEvent) => {
      const by = { ArrowUp: -1 as const, ArrowDown: 1 as const }[event.key]
      if (by === undefined || !event.shiftKey || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      event.stopPropagation()
      step(by)
    },
  }
}

/** The end of a condition's line: a menu of actions, and a button to remove it. */
export const ConditionActions = (props: EditedCondition) => {
  const { because } = useEditing()
  const actions = useConditionActions(props)
  const what = isGroup(props.condition) ? 'group' : 'condition'
  const name = props.name.replace(/^\w+/, what)
  return (
    <span className="acts">
      <Menu
        align="end"
        trigger={
          <IconButton name={`More for ${name}`} className="tok-remove">
            <Icon of="more" size={14} />
          </IconButton>
        }
      >
        <MenuItem
          icon={<ArrowUp {...icon} />}
          end={<kbd>Ctrl Shift ↑</kbd>}
          because={because ?? (actions.canStep(-1) ? undefined : 'It is the first already.')}
          onSelect={() => actions.step(-1)}
        >
          Move up
        </MenuItem>
        <MenuItem
          icon={<ArrowDown {...icon} />}
          end={<kbd>Ctrl Shift ↓</kbd>}
          because={because ?? (actions.canStep(1) ? undefined : 'It is the last already.')}
          onSelect={() => actions.step(1)}
        >
          Move down
        </MenuItem>
        <MenuLine />
        <MenuItem
          icon={<Brackets {...icon} />}
          because={because ?? (actions.canWrap ? undefined : 'Groups are at most three deep.')}
          onSelect={actions.wrap}
        >
          Put a group around it
        </MenuItem>
        {what === 'group' && (
          <MenuItem icon={<Ungroup {...icon} />} because={because} onSelect={actions.unwrap}>
            Take the group away, keep what is in it
          </MenuItem>
        )}
      </Menu>
      <IconButton name={`Remove ${name}`} because={because} className="tok-remove" onClick={actions.remove}>
        <Icon of="x" size={14} />
      </IconButton>
    </span>
  )
}
