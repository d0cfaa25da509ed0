import { Archive, ArchiveRestore, CopyPlus, Ellipsis, MonitorSmartphone, Pencil } from 'lucide-react'
import { type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { useBecauseProtected } from '../../data/because-protected.ts'
import { useBecause } from '../../data/session.ts'
import { IconButton } from '../../parts/button.tsx'
import { classes } from '../../parts/classes.ts'
import { CopyText } from '../../parts/copy.tsx'
import { Menu, MenuItem, MenuLine } from '../../parts/menu.tsx'
import { Tag } from '../../parts/tag.tsx'
import type { FlagDialog } from './flag-dialogs.tsx'
import { ProposedChanges } from './proposed-changes.tsx'
import type { LoadedFlag } from './use-editing-state.ts'
import { useSetArchived } from './use-set-archived.ts'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

type FlagHeadingProps = { flag: LoadedFlag; projectId: string; onOpen(dialog: FlagDialog): void; children: ReactNode }

/** What a flag is, and what can be done with it as a whole. */
export const FlagHeading = ({ flag, projectId, onOpen, children }: FlagHeadingProps) => {
  const because = useBecause('editor')
  const notArchiving = useBecauseProtected(projectId)(flag)
  const { setArchived } = useSetArchived(flag, projectId)
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
      </div>
      {children}
    </>
  )
}

/** A long one shows its beginning: what the page is for must not go out of view. */
const Description = ({ text }: { text: string }) => {
  const paragraph = useRef<HTMLParagraphElement>(null)
  const [isLong, setLong] = useState(false)
  const [isWhole, setWhole] = useState(false)
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = paragraph.current ?? {}
    setLong(scrollHeight > clientHeight)
  }, [])
  return (
    <div className="flag-desc">
      <p ref={paragraph} dir="auto" className={classes(!isWhole && 'begins')}>
        {text}
      </p>
      {isLong && (
        <button type="button" className="link" aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Show less of it' : 'Show the whole description'}
        </button>
      )}
    </div>
  )
}
