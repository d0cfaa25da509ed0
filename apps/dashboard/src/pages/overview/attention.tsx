import type { CleanupReason, Environment, Overview } from '@bunting/contract'
import { isolate } from '@bunting/contract/text'
import { Link } from '@tanstack/react-router'
import { CircleCheck, CircleDot, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { useCleanup } from '../../api/health.ts'
import { useWaitingCount } from '../../api/waiting.ts'
import { plural } from '../../format/number.ts'
import { Time } from '../../ui/time.tsx'
import { useNow } from '../../ui/use-now.ts'

type AttentionProps = { projectId: string; overview: Overview; environments: readonly Environment[] }

const icon = { size: 15, strokeWidth: 1.75, 'aria-hidden': true } as const
const weekMs = 7 * 86_400_000

/** In the order of importance. */
const findings: readonly (readonly [reason: CleanupReason, one: string, many: string])[] = [
  ['past_end', 'flag is past its expected end', 'flags are past their expected end'],
  ['no_owner', 'flag has nobody who looks after it', 'flags have nobody who looks after them'],
  ['not_evaluated', 'flag is no longer asked for', 'flags are no longer asked for'],
  ['never_evaluated', 'flag was never asked for', 'flags were never asked for'],
  ['single_value', 'flag answers everybody the same', 'flags answer everybody the same'],
]

/** Things that need attention, the most urgent first. Each links to the page where something can be done. */
export const Attention = ({ projectId, overview, environments }: AttentionProps) => {
  const nowMs = useNow().getTime()
  const waiting = useWaitingCount() ?? 0
  const { items: cleanup = [], isComplete } = useCleanup(projectId)
  const params = { projectId }
  const { pendingProposals, schedules } = overview
  const quietHours = quietOf(overview.hours)
  const ofReason = (reason: CleanupReason): number =>
    cleanup.filter((flag) => flag.findings.some((finding) => finding.reason === reason)).length
  const rows: ReactNode[] = [
    ...overview.rolledBack
      .filter(({ at }) => nowMs - Date.parse(at) < weekMs)
      .map(({ scheduleId, flagKey, environmentId, at }) => (
        <Row key={scheduleId} isUrgent>
          <Link
            className="link"
            to="/projects/$projectId/flags/$flagKey"
            params={{ projectId, flagKey }}
            search={{ tab: 'timeline' }}
          >
            <code>{flagKey}</code>
          </Link>{' '}
          was rolled back in {isolate(environments.find(({ id }) => id === environmentId)?.name ?? 'an environment')},{' '}
          <Time at={at} />
        </Row>
      )),
    waiting > 0 && (
      <Row key="mine" isUrgent>
        <Link className="link" to="/projects/$projectId/proposals" params={params}>
          {plural(waiting, 'proposal')}
        </Link>{' '}
        {waiting === 1 ? 'waits' : 'wait'} for you
      </Row>
    ),
    quietHours > 0 && (
      <Row key="quiet" isUrgent>
        No app told of an answer for {plural(quietHours, 'hour')}, after some before
      </Row>
    ),
    schedules.paused > 0 && (
      <Row key="paused" isUrgent>
        <Link className="link" to="/projects/$projectId/schedules" params={params}>
          {plural(schedules.paused, 'schedule')}
        </Link>{' '}
        {schedules.paused === 1 ? 'is' : 'are'} paused
      </Row>
    ),
    pendingProposals > 0 && (
      <Row key="pending">
        <Link className="link" to="/projects/$projectId/proposals" params={params} search={{ status: 'pending' }}>
          {plural(pendingProposals, 'proposal')}
        </Link>{' '}
        {pendingProposals === 1 ? 'waits' : 'wait'} for a review in this project
      </Row>
    ),
    ...findings.map(([reason, one, many]) => {
      const found = ofReason(reason)
      return (
        found > 0 && (
          <Row key={reason}>
            <Link className="link" to="/projects/$projectId/cleanup" params={params} search={{ reason }}>
              {plural(found, one, many)}
            </Link>
          </Row>
        )
      )
    }),
  ].filter(Boolean)
  if (rows.length > 0) return <ul className="attention">{rows}</ul>
  if (!isComplete) return <div className="min-h-6" aria-busy />
  return (
    <p className="attention-none">
      <CircleCheck {...icon} />
      Nothing needs attention.
    </p>
  )
}

/** The number of whole hours at the end without evaluations, after some with; 0 for a single hour, which says little. */
const quietOf = (hours: Overview['hours']): number => {
  const last = hours.findLastIndex(({ evaluations }) => evaluations > 0)
  const quiet = hours.length - 2 - last
  return last < 0 || quiet < 2 ? 0 : quiet
}

const Row = ({ isUrgent = false, children }: { isUrgent?: boolean; children: ReactNode }) => (
  <li className={isUrgent ? 'urgent' : undefined}>
    {isUrgent ? <TriangleAlert {...icon} /> : <CircleDot {...icon} />}
    <span>{children}</span>
  </li>
)
