import type { SegmentConfig } from '@bunting/engine'
import { useMemo } from 'react'
import { plural } from '../../format/number.ts'
import { envColor } from '../../ui/pennants/pennant.tsx'
import { ChangeTable } from './change-table.tsx'
import { segmentChanges } from './changes/segment-changes.ts'
import type { DiffProps } from './diff-props.ts'
import { saySegment } from './words/say-segment.ts'

/** The changes between two configs of a segment, in words. */
export const SegmentDiff = (props: DiffProps<SegmentConfig>) => {
  const { before, after, color, title, actions, heads, remark, has = 'It has then' } = props
  const changes = useMemo(() => segmentChanges(before, after), [before, after])
  const isSame = title !== undefined && changes.length === 0
  return (
    <div className="env" style={envColor(color)}>
      <div className="diff-title">
        <h2>{title ?? (changes.length === 0 ? 'No changes' : plural(changes.length, 'change'))}</h2>
        {actions && <div className="actions">{actions}</div>}
      </div>
      <ChangeTable
        changes={changes}
        heads={heads}
        remark={remark}
        foot={isSame ? 'Both are the same.' : `${has}: ${saySegment(after)}.`}
      />
    </div>
  )
}
