import { Archive, ArchiveRestore, Ellipsis, Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SegmentInList } from '../../api/segments.ts'
import { useBecause } from '../../api/session.ts'
import { sayUnit } from '../../features/segments/units.ts'
import { IconButton } from '../../ui/controls/button.tsx'
import { CopyText } from '../../ui/controls/copy.tsx'
import { Description } from '../../ui/description.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { SegmentDialog } from './segment-dialogs.tsx'

const icon = { size: 16, strokeWidth: 1.5, 'aria-hidden': true } as const

type SegmentHeadingProps = { segment: SegmentInList; onOpen(dialog: SegmentDialog): void; children: ReactNode }

/** What a segment is, and what can be done with it as a whole. */
export const SegmentHeading = ({ segment, onOpen, children }: SegmentHeadingProps) => {
  const because = useBecause('editor')
  const isArchived = segment.archivedAt !== null
  return (
    <>
      <div className="flag-head">
        <div className="flag-title">
          <h1 dir="auto">{segment.name}</h1>
          <CopyText text={segment.key} what="key" />
          <span className="flag-meta">
            <Tag kind="line">of {sayUnit(segment.unit)}</Tag>
            {isArchived && <Tag kind="warn">archived</Tag>}
          </span>
          <span className="actions">
            <IconButton name="Edit name and description" because={because} onClick={() => onOpen('edit')}>
              <Pencil {...icon} />
            </IconButton>
            <Menu
              align="end"
              trigger={
                <IconButton name="More for this segment">
                  <Ellipsis {...icon} />
                </IconButton>
              }
            >
              {isArchived ? (
                <MenuItem icon={<ArchiveRestore {...icon} />} because={because} onSelect={() => onOpen('archive')}>
                  Bring back
                </MenuItem>
              ) : (
                <MenuItem icon={<Archive {...icon} />} danger because={because} onSelect={() => onOpen('archive')}>
                  Archive
                </MenuItem>
              )}
            </Menu>
          </span>
        </div>
        {segment.description && <Description key={segment.description} text={segment.description} />}
      </div>
      {children}
    </>
  )
}
