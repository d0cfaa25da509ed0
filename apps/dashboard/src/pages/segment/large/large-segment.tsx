import { useState } from 'react'
import type { Frame } from '../../../features/page/page.tsx'
import { Page } from '../../../features/page/page.tsx'
import type { SegmentProps } from '../segment-props.ts'
import { FromTerminal } from './from-terminal.tsx'
import { IsIn } from './is-in.tsx'
import { ListVersions } from './list-versions.tsx'
import { Sizes } from './sizes.tsx'
import { UploadCard } from './upload-card.tsx'
import { UsedByShort } from './used-by-short.tsx'
import './large-segment.css'

type LargeSegmentProps = SegmentProps & { frame: Frame; onSaved(): void }

/** A segment whose ids are uploaded: how many there are, what changes them, and whether one is in. No list of them. */
export const LargeSegment = ({ frame, onSaved, ...props }: LargeSegmentProps) => {
  const [proposalId, setProposalId] = useState<string>()
  return (
    <Page
      {...frame}
      inspector={{
        label: 'Is this id in it',
        children: (
          <>
            <IsIn {...props} />
            <UsedByShort {...props} />
            <FromTerminal {...props} />
          </>
        ),
      }}
    >
      <div className="large-segment">
        <Sizes {...props} />
        <UploadCard
          {...props}
          proposalId={proposalId}
          onDone={({ kind, id }) => (kind === 'segmentIds' ? setProposalId(id) : onSaved())}
        />
        <ListVersions {...props} />
      </div>
    </Page>
  )
}
