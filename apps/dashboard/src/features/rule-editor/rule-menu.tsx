import { ArrowDown, ArrowUp, Copy, Trash2 } from 'lucide-react'
import { toast } from '../../api/core/toast.tsx'
import { IconButton } from '../../ui/controls/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx'
import { duplicateRule, insertRule, moveRule, removeRule } from '../draft/edit.ts'
import { type EditedRule, useEditing } from './editing.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

export const RuleMenu = ({ edited: { rule, at, of } }: { edited: EditedRule }) => {
  const { edit, because } = useEditing()
  const name = rule.name || `Rule ${at + 1}`
  const remove = () => {
    edit((now) => removeRule(now, rule.id))
    toast({
      kind: 'yes',
      title: `${name} is out of the draft`,
      action: { label: 'Undo', run: () => edit((now) => insertRule(now, rule, Math.min(at, now.rules.length))) },
    })
  }
  return (
    <Menu
      align="end"
      trigger={
        <IconButton name={`More for rule ${at + 1}`}>
          <Icon of="more" size={16} />
        </IconButton>
      }
    >
      <MenuItem icon={<Copy {...icon} />} because={because} onSelect={() => edit((now) => duplicateRule(now, rule.id))}>
        Duplicate
      </MenuItem>
      <MenuItem
        icon={<ArrowUp {...icon} />}
        because={because ?? (at === 0 ? 'It is the first already.' : undefined)}
        onSelect={() => edit((now) => moveRule(now, at, at - 1))}
      >
        Move up
      </MenuItem>
      <MenuItem
        icon={<ArrowDown {...icon} />}
        because={because ?? (at === of - 1 ? 'It is the last already.' : undefined)}
        onSelect={() => edit((now) => moveRule(now, at, at + 1))}
      >
        Move down
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<Trash2 {...icon} />} danger because={because} onSelect={remove}>
        Remove
      </MenuItem>
    </Menu>
  )
}
