import { Archive, ArchiveRestore, CopyPlus, Ellipsis, MonitorSmartphone, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBecauseProtected } from '../../api/because-protected.ts'
import { useFavourites, useSetFavourite } from '../../api/favourites.ts'
import { useBecause } from '../../api/session.ts'
import { Star } from '../../features/flags/star.tsx'
import type { LoadedFlag } from '../../features/rule-editor/use-editing-state.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { CopyText } from '../../ui/controls/copy.tsx'
import { Description } from '../../ui/description.tsx'
import { Menu, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { FlagDialog } from './flag-dialogs.tsx'
import { FlagFacts } from './flag-facts.tsx'
import { ProposedChanges } from './proposed-changes.tsx'
import { useSetArchived } from './use-set-archived.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

type FlagHeadingProps = { flag: LoadedFlag; projectId: string; onOpen(dialog: FlagDialog): void; children: ReactNode }

/** What a flag is, and what can be done with it as a whole. */
export const FlagHeading = ({ flag, projectId, onOpen, children }: FlagHeadingProps) => {
  const because = useBecause('editor')
  const notArchiving = useBecauseProtected(projectId)(flag)
  const { setArchived } = useSetArchived(flag, projectId)
  const favourites = useFavourites(projectId)
  const { mutate: setFavourite } = useSetFavourite(projectId)
  const isArchived = flag.archivedAt !== null
  return (
    <>
      <div className="flag-head">
        <div className="flag-title">
          <h1 dir="auto">{flag.name}</h1>
          <CopyText text={flag.key} what="key" />
          <span className="flag-meta">
            <Tag kind="line">{flag.type}</Tag>
            {flag.clientSafe && (
              <Tag kind="line">
                <MonitorSmartphone size={12} strokeWidth={1.5} aria-hidden />
                client-safe
              </Tag>
            )}
            {isArchived && <Tag kind="warn">archived</Tag>}
            <ProposedChanges projectId={projectId} flagId={flag.id} />
          </span>
          <span className="actions">
            <Star
              flag={flag}
              isFavourite={favourites?.has(flag.key) ?? false}
              onChange={(favourite) => setFavourite({ flagKey: flag.key, favourite })}
            />
            <IconButton name="Edit name and description" because={because} onClick={() => onOpen('edit')}>
              <Pencil {...icon} />
            </IconButton>
            <Menu
              align="end"
              trigger={
                <IconButton name="More for this flag">
                  <Ellipsis {...icon} />
                </IconButton>
              }
            >
              <MenuItem icon={<CopyPlus {...icon} />} because={because} onSelect={() => onOpen('copy')}>
                Copy to environment
              </MenuItem>
              <MenuLine />
              {isArchived ? (
                <MenuItem
                  icon={<ArchiveRestore {...icon} />}
                  because={notArchiving}
                  onSelect={() => setArchived(false)}
                >
                  Bring back
                </MenuItem>
              ) : (
                <MenuItem icon={<Archive {...icon} />} danger because={notArchiving} onSelect={() => onOpen('archive')}>
                  Archive
                </MenuItem>
              )}
            </Menu>
          </span>
        </div>
        {flag.description && <Description key={flag.description} text={flag.description} />}
        <FlagFacts flag={flag} />
      </div>
      {children}
    </>
  )
}
