import { Archive, ArchiveRestore, Ellipsis, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useBecause } from '../../api/session.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { CopyText } from '../../ui/controls/copy.tsx'
import { Description } from '../../ui/description.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { Tag } from '../../ui/tag.tsx'
import { ManagedTag } from '../managed/managed-tag.tsx'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

type HeadingProps = {
  noun: 'flag' | 'segment'
  of: {
    name: string
    key: string
    description?: string | null | undefined
    managedBy?: string | undefined
    archivedAt: string | null
  }
  /** Its kind and state, as tags. */
  tags: ReactNode
  /** The pending proposals. */
  waiting?: ReactNode
  /** Actions beside the edit button. */
  actions?: ReactNode
  /** Further actions, in the menu. */
  items?: ReactNode
  onEdit(): void
  /** Archives it, or restores it if it is archived. */
  onArchive(): void
  /** Why it cannot be archived or restored. */
  notArchiving: string | undefined
  /** Facts below the description. */
  facts?: ReactNode
  children: ReactNode
}

/** The heading of a flag or a segment, with the actions on it as a whole. */
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
            <ManagedTag managedBy={of.managedBy} />
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
