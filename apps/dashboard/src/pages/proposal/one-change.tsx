import { sayProposed } from '@bunting/contract/text'
import type { ReactNode } from 'react'
import type { FlagInList } from '../../api/flags.ts'
import type { Proposal } from '../../api/proposals.ts'
import { sayWhatFollows } from '../../features/diff/words/say-what-follows.ts'
import { capital } from '../../features/diff/words/words.ts'
import { ProposalFrame } from './proposal-frame.tsx'
import type { ProposalProps } from './proposal-props.ts'

type OneChangeProps = ProposalProps & {
  change: NonNullable<Proposal['change']>
  /** The flag, unless the change is about the environment itself. */
  flag: FlagInList | undefined
  parent: ReactNode
}

/** A change of a flag or an environment, which a strict environment accepts only as a proposal. */
export const OneChange = ({ change, ...props }: OneChangeProps) => (
  <ProposalFrame {...props} action="Approve" follows="Approving does this at once." says="It is done.">
    <section className="proposed-change" aria-label="What it changes">
      <h2>{capital(sayProposed(change))}</h2>
      <p>{sayWhatFollows(change)}</p>
    </section>
  </ProposalFrame>
)
