import { isolate, sayProposed } from '@bunting/contract/text'
import type { ReactNode } from 'react'
import type { SegmentInList } from '../../api/segments.ts'
import { capital } from '../../features/diff/words/words.ts'
import { ProposalFrame } from './proposal-frame.tsx'
import type { ProposalProps } from './proposal-props.ts'

type OneIdsProps = ProposalProps & { segment: SegmentInList; parent: ReactNode }

/** An upload to a large segment: how many ids it takes in and out, never which. */
export const OneIds = (props: OneIdsProps) => {
  const { proposal, environment } = props
  const name = isolate(environment.name)
  return (
    <ProposalFrame
      {...props}
      action="Approve"
      follows={`Approving does it to the list as it is then in ${name}, and counts anew.`}
      says={`${name} got it as a new version.`}
    >
      <section className="proposed-change" aria-label="What it changes">
        <h2>{capital(sayProposed(proposal.change ?? {}))}</h2>
        <p>Counted when it was proposed. Every flag that names the segment answers by the new list at once.</p>
      </section>
    </ProposalFrame>
  )
}
