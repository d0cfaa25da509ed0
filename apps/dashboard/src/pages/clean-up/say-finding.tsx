import type { CleanupReason, Finding } from '@bunting/contract'
import { CalendarX2, CircleUserRound, Equal, Hourglass, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CleanupFlag } from '../../api/health.ts'
import { count } from '../../format/number.ts'
import { sayDay } from '../../format/time.ts'
import { Time } from '../../ui/time.tsx'

type Known = { flag: CleanupFlag; nameOf(id: string): string }

type Reason = {
  /** The label of the filter. */
  label: string
  icon: LucideIcon
  /** The finding, in words. */
  says(finding: Finding, known: Known): ReactNode
  /** A short form, for when another finding comes first. */
  also: string
}

export const reasons: Record<CleanupReason, Reason> = {
  past_end: {
    label: 'Past its end',
    icon: CalendarX2,
    says: ({ expectedEnd = '' }) => <>Should have ended on {sayDay(expectedEnd)}</>,
    also: 'past its end',
  },
  never_evaluated: {
    label: 'Never asked',
    icon: Hourglass,
    says: (_finding, { flag }) => (
      <>
        Nobody ever asked for it, made <Time at={flag.createdAt} />
      </>
    ),
    also: 'never asked for',
  },
  not_evaluated: {
    label: 'Not asked lately',
    icon: Hourglass,
    says: ({ lastEvaluatedOn = '' }) => <>Asked for last on {sayDay(lastEvaluatedOn)}</>,
    also: 'not asked for lately',
  },
  single_value: {
    label: 'One answer',
    icon: Equal,
    says: ({ value, evaluations = 0 }) => (
      <>
        Everybody gets <code className="value">{value}</code>: {count(evaluations)} times in 30 days
      </>
    ),
    also: 'one answer for everybody',
  },
  no_owner: {
    label: 'No owner',
    icon: CircleUserRound,
    says: ({ ownerId }, { nameOf }) =>
      ownerId === undefined ? 'Nobody looks after it' : <>Its owner, {nameOf(ownerId)}, is no member any more</>,
    also: 'no owner',
  },
}

export const allReasons = Object.keys(reasons) as CleanupReason[]
