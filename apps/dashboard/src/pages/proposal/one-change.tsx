import { sayProposed } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNames } from '../../api/actors.ts'
import type { FlagInList } from '../../api/flags.ts'
import type { Proposal } from '../../api/proposals.ts'
import { sayWhatFollows } from '../../features/diff/words/say-what-follows.ts'
import { capital } from '../../features/diff/words/words.ts'
import { Page } from '../../features/page/page.tsx'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Heading } from './heading.tsx'
import { Panel } from './panel.tsx'
import type { ProposalProps } from './proposal-props.ts'

type OneChangeProps = ProposalProps & {
  change: NonNullable<Proposal['change']>
  /** Where it is about one, and not about the environment itself. */
  flag: FlagInList | undefined
  parent: ReactNode
}

/** A change of a flag or an environment that a strict environment takes from two people only. */
export const OneChange = ({ parent, change, flag, ...props }: OneChangeProps) => {
  const { projectId, proposal, environment } = props
  const nameOf = useNames([proposal.createdBy])
  const link = flag ? (
    <Link
      to="/projects/$projectId/flags/$flagKey"
      params={{ projectId, flagKey: flag.key }}
      search={{ env: environment.slug }}
      className={buttonClass({})}
    >
      Open the flag
    </Link>
  ) : (
    <Link
      to="/projects/$projectId/environments"
      params={{ projectId }}
      search={{ env: environment.slug }}
      className={buttonClass({})}
    >
      Open the environment
    </Link>
  )
  return (
    <Page
      title={flag ? `${flag.key} in ${environment.name}` : environment.name}
      parent={parent}
      heading={<Heading {...props} flag={flag} by={nameOf(proposal.createdBy)} />}
      inspector={{
        label: 'Review',
        children: (
          <Panel
            {...props}
            action="Approve"
            follows="Approving does this at once."
            says="It is done."
            links={{ approved: link, otherwise: link }}
            flagKey={flag?.key}
          />
        ),
      }}
    >
      <section className="proposed-change" aria-label="What it changes">
        <h2>{capital(sayProposed(change))}</h2>
        <p>{sayWhatFollows(change)}</p>
      </section>
    </Page>
  )
}
