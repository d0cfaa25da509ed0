import type { CleanupReason, Finding } from '@bunting/contract'
import type { ReactNode } from 'react'
import { count } from '../../format/number.ts'
import { dayAndMonth } from '../flag/usage/say-day.ts'

type Names = (id: string) => string

/** Each reason: as a filter, and what was found. */
export const reasons: Record<CleanupReason, { label: string; says(finding: Finding, nameOf: Names): ReactNode }> = {
  past_end: {
    label: 'Past its end',
    says: ({ expectedEnd = '' }) => <>Should have ended on {dayAndMonth(expectedEnd)}</>,
  },
  never_evaluated: { label: 'Never asked', says: () => 'Nobody ever asked for it' },
  not_evaluated: {
    label: 'Not asked lately',
    says: ({ lastEvaluatedOn = '' }) => <>Asked for last on {dayAndMonth(lastEvaluatedOn)}</>,
  },
  single_value: {
    label: 'One answer',
    says: ({ value, evaluations = 0 }) => (
      <>
        Everybody gets <code className="value">{value}</code>: {count(evaluations)} times in 30 days
      </>
    ),
  },
  no_owner: {
    label: 'No owner',
    says: ({ ownerId }, nameOf) =>
      ownerId === undefined ? 'Nobody looks after it' : <>Its owner, {nameOf(ownerId)}, is no member any more</>,
  },
}

export const allReasons = Object.keys(reasons) as CleanupReason[]
