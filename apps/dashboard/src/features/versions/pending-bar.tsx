import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { useActors } from '../../api/actors.ts'
import { useSession } from '../../api/session.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Discard } from './discard.tsx'
import { EmergencyOf, type SavingProps } from './edits-bar.tsx'
import { SaveBar } from './save-bar.tsx'
import type { Numbered } from './versioned-kind.ts'

type PendingBarProps<Config extends Numbered, Draft> = SavingProps<Config, Draft> & {
  proposal: { id: string; createdBy: string }
}

/** Shown while a proposal is pending: no other can be made until it is decided. */
export const PendingBar = <Config extends Numbered, Draft>(props: PendingBarProps<Config, Draft>) => {
  const { kind, state, proposal } = props
  const { projectId, environment, drafts } = kind
  const { user } = useSession()
  const by = useActors([proposal.createdBy])(proposal.createdBy)
  const isMine = by.id === user.id
  return (
    <SaveBar
      mark="proposal"
      what={isMine ? 'Your proposal is waiting' : `${isolate(by.name)}’s proposal is waiting`}
      more={`One at a time in ${isolate(environment.name)}`}
    >
      {state.draft && (
        <>
          <Discard drafts={drafts} draft={state.draft}>
            Discard
          </Discard>
          <EmergencyOf {...props} />
        </>
      )}
      <Link
        to="/projects/$projectId/proposals/$proposalId"
        params={{ projectId, proposalId: proposal.id }}
        className={buttonClass({ kind: 'primary' })}
      >
        {isMine ? 'See it' : 'Review it'}
      </Link>
    </SaveBar>
  )
}
