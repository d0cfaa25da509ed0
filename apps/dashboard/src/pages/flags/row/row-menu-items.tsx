import { useNavigate } from '@tanstack/react-router'
import { Archive, ArchiveRestore, Copy, History, SquareArrowOutUpRight, SquareCheck, Star } from 'lucide-react'
import { useBecauseProtected } from '../../../api/because-protected.ts'
import { toast } from '../../../api/core/toast.tsx'
import type { FlagInList } from '../../../api/flags.ts'
import { MenuItem, MenuLine } from '../../../ui/overlays/menu.tsx'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

export type RowMenuProps = {
  projectId: string
  flag: FlagInList
  onArchive(flag: FlagInList): void
  isFavourite: boolean
  onFavourite(favourite: boolean): void
  isSelected: boolean
  onSelect(flagId: string, on: boolean, isRange: boolean): void
}

/** The actions in the menu of a row. */
export const RowMenuItems = ({
  projectId,
  flag,
  onArchive,
  isFavourite,
  onFavourite,
  isSelected,
  onSelect,
}: RowMenuProps) => {
  const because = useBecauseProtected(projectId)(flag)
  const navigate = useNavigate()
  const open = (tab?: string) =>
    navigate({
      to: '/projects/$projectId/flags/$flagKey',
      params: { projectId, flagKey: flag.key },
      search: tab === undefined ? {} : { tab },
    })
  const copy = async () => {
    await navigator.clipboard.writeText(flag.key)
    toast({ kind: 'yes', title: 'Copied', children: flag.key })
  }
  return (
    <>
      <MenuItem icon={<SquareArrowOutUpRight {...icon} />} onSelect={() => open()}>
        Open
      </MenuItem>
      <MenuItem icon={<History {...icon} />} onSelect={() => open('history')}>
        History
      </MenuItem>
      <MenuItem icon={<Copy {...icon} />} onSelect={() => void copy()}>
        Copy key
      </MenuItem>
      <MenuItem icon={<Star {...icon} />} onSelect={() => onFavourite(!isFavourite)}>
        {isFavourite ? 'Favourite no longer' : 'Make it a favourite'}
      </MenuItem>
      <MenuItem
        icon={<SquareCheck {...icon} />}
        end={<kbd>x</kbd>}
        onSelect={() => onSelect(flag.id, !isSelected, false)}
      >
        {isSelected ? 'Select no longer' : 'Select'}
      </MenuItem>
      <MenuLine />
      {flag.archivedAt === null ? (
        <MenuItem icon={<Archive {...icon} />} danger because={because} onSelect={() => onArchive(flag)}>
          Archive
        </MenuItem>
      ) : (
        <MenuItem icon={<ArchiveRestore {...icon} />} because={because} onSelect={() => onArchive(flag)}>
          Take out of the archive
        </MenuItem>
      )}
    </>
  )
}
