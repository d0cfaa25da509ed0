import { Ellipsis } from 'lucide-react'
import { Menu } from '../../../ui/overlays/menu.tsx'
import { RowMenuItems } from '../later-dialogs.ts'
import type { RowMenuProps } from './row-menu-items.tsx'

export const RowMenu = (props: RowMenuProps) => (
  <Menu
    align="end"
    trigger={
      <button type="button" className="icon-btn" aria-label={`More for ${props.flag.name}`}>
        <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
      </button>
    }
  >
    <RowMenuItems {...props} />
  </Menu>
)
