import { useNavigate } from '@tanstack/react-router'
import { Archive, CalendarClock, ChartNoAxesColumn, CircleUserRound, Ellipsis, UserCheck } from 'lucide-react'
import type { CleanupFlag } from '../../api/health.ts'
import { Menu, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx'
import type { Todo } from './what-to-do.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

type MoreMenuProps = {
  projectId: string
  flag: CleanupFlag
  because: string | undefined
  isMine: boolean
  onOwn(): void
  onDo(todo: Todo): void
}

/** Further actions on a flag that needs attention. */
export const MoreMenu = ({ projectId, flag, because, isMine, onOwn, onDo }: MoreMenuProps) => {
  const navigate = useNavigate()
  const showUsage = () =>
    void navigate({
      to: '/projects/$projectId/flags/$flagKey',
      params: { projectId, flagKey: flag.key },
      search: { tab: 'usage' },
    })
  return (
    <Menu
      align="end"
      trigger={
        <button type="button" className="icon-btn" aria-label={`More for ${flag.name}`}>
          <Ellipsis {...icon} />
        </button>
      }
    >
      <MenuItem icon={<ChartNoAxesColumn {...icon} />} onSelect={showUsage}>
        See who asks
      </MenuItem>
      {!isMine && (
        <MenuItem icon={<UserCheck {...icon} />} because={because} onSelect={onOwn}>
          Look after it myself
        </MenuItem>
      )}
      <MenuItem icon={<CircleUserRound {...icon} />} because={because} onSelect={() => onDo('own')}>
        Give it an owner
      </MenuItem>
      <MenuItem icon={<CalendarClock {...icon} />} because={because} onSelect={() => onDo('end')}>
        End later
      </MenuItem>
      <MenuLine />
      <MenuItem icon={<Archive {...icon} />} danger because={because} onSelect={() => onDo('archive')}>
        Archive
      </MenuItem>
    </Menu>
  )
}
