import { Archive, ArchiveRestore, Ellipsis, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBecause } from '../../api/session.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { CopyText } from '../../ui/controls/copy.tsx'
import { Description } from '../../ui/description.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { Tag } from '../../ui/tag.tsx'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

type HeadingProps = {
  noun: 'flag' | 'segment'
  of: { name: string; key: string; description?: string | null | undefined; archivedAt: string | null }
  /** What it is, in few words. */
  tags: ReactNode
  /** What waits for it. */
  waiting?: ReactNode
  /** What can be done beside editing it. */
  actions?: ReactNode
  /** What can be done besides, in the menu. */
  items?: ReactNode
  onEdit(): void
  /** Puts it away or, where it is, takes it out again. */
  onArchive(): void
  /** Why that cannot be done. */
  notArchiving: string | undefined
  /** Below the description. */
  facts?: ReactNode
  children: ReactNode
}

/** What a flag or a segment is, and what can be done with it as a whole. */
export const Heading = (props: HeadingProps) => {
  const { noun, of, tags, waiting, actions, items, onEdit, onArchive, notArchiving, facts, children } = props
  const because = useBecause('editor')
  const isArchived = of.archivedAt !== null
  return (
    <>
      <div className="flag-head">
        <div className="flag-title">
          <h1 dir="auto">{of.name}</h1>
          <CopyText text={of.key} what="key" />
          <span className="flag-meta">
            {tags}
            {isArchived && <Tag kind="warn">archived</Tag>}
            {waiting}
          </span>
          <span className="actions">
            {actions}
            <IconButton name="Edit name and description" because={because} onClick={onEdit}>
              <Pencil {...icon} />
            </IconButton>
            <Menu
              align="end"
              trigger={
                <IconButton name={`More for this ${noun}`}>
                  <Ellipsis {...icon} />
                </IconButton>
              }
            >
              {items}
              <MenuItem
                icon={isArchived ? <ArchiveRestore {...icon} /> : <Archive {...icon} />}
                danger={!isArchived}
                because={notArchiving}
                onSelect={onArchive}
              >
                {isArchived ? 'Bring back' : 'Archive'}
              </MenuItem>
            </Menu>
          </span>
        </div>
        {of.description && <Description key={of.description} text={of.description} />}
        {facts}
      </div>
      {children}
    </>
  )
}
