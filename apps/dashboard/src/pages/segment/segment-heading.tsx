import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'
import type { SegmentInList } from '../../api/segments.ts'
import { useBecause } from '../../api/session.ts'
import { sayUnit } from '../../features/segments/units.ts'
import { Heading } from '../../features/versions/heading.tsx'
import { Tag } from '../../ui/tag.tsx'
import type { SegmentDialog } from './segment-dialogs.tsx'

type SegmentHeadingProps = { segment: SegmentInList; onOpen(dialog: SegmentDialog): void; children: ReactNode }

export const SegmentHeading = ({ segment, onOpen, children }: SegmentHeadingProps) => (
  <Heading
    noun="segment"
    of={segment}
    tags={
      <>
        {segment.large && <Tag kind="line">large</Tag>}
        <Tag kind="line">of {sayUnit(segment.unit)}</Tag>
        {segment.large && (
          <Tag kind="line">
            {!segment.keepIds && <Lock size={12} strokeWidth={1.5} aria-hidden />}
            {segment.keepIds ? 'ids kept' : 'ids not kept'}
          </Tag>
        )}
      </>
    }
    onEdit={() => onOpen('edit')}
    onArchive={() => onOpen('archive')}
    notArchiving={useBecause('editor')}
  >
    {children}
  </Heading>
)
