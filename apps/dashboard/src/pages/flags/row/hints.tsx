import { Link } from '@tanstack/react-router'
import { CalendarX2, GitPullRequestArrow, Hourglass } from 'lucide-react'
import type { FlagSummary } from '../../../api/flag-summaries.ts'
import type { FlagInList } from '../../../api/flags.ts'
import { isPastEnd } from '../../../features/flags/choose-flags.ts'
import { plural } from '../../../format/number.ts'
import { dayOf, sayDay } from '../../../format/time.ts'
import { useNow } from '../../../ui/use-now.ts'

type HintsProps = {
  projectId: string
  flag: FlagInList
  proposals: readonly { id: string }[]
  stale: FlagSummary['stale'] | undefined
}

/** The service looks at the last 30 days. */
const staleWords = { not_evaluated: 'Not asked for 30 days', single_value: 'Same answer for 30 days' }

/** Things that need attention: a pending proposal, or a flag that could be removed. */
export const Hints = ({ projectId, flag, proposals, stale }: HintsProps) => {
  const today = dayOf(useNow())
  const [first] = proposals
  if (first) {
    const words = (
      <>
        <GitPullRequestArrow size={14} strokeWidth={1.5} aria-hidden />
        {plural(proposals.length, 'proposal')} waiting
      </>
    )
    return proposals.length === 1 ? (
      <Link
        className="hint pending"
        to="/projects/$projectId/proposals/$proposalId"
        params={{ projectId, proposalId: first.id }}
      >
        {words}
      </Link>
    ) : (
      <Link
        className="hint pending"
        to="/projects/$projectId/proposals"
        params={{ projectId }}
        search={{ status: 'pending' }}
      >
        {words}
      </Link>
    )
  }
  if (flag.expectedEnd !== undefined && isPastEnd(flag, today)) {
    return (
      <span className="hint">
        <CalendarX2 size={14} strokeWidth={1.5} aria-hidden />
        Was to end {sayDay(flag.expectedEnd)}
      </span>
    )
  }
  if (!stale) return null
  return (
    <span className="hint">
      <Hourglass size={14} strokeWidth={1.5} aria-hidden />
      {staleWords[stale]}
    </span>
  )
}
