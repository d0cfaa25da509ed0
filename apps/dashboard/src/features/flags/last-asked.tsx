import type { FlagSummary } from '../../api/flag-summaries.ts'
import { plural, short } from '../../format/number.ts'
import { sayDay } from '../../format/time.ts'
import { Time } from '../../ui/time.tsx'

/** The number of evaluations in the last hour, or the time of the last one. For a table. */
export const LastAsked = ({ lastHour, lastEvaluatedAt, lastEvaluatedOn }: FlagSummary) => {
  if (lastHour > 0) return <>{short(lastHour)} in the last hour</>
  if (lastEvaluatedAt !== null) return <Time at={lastEvaluatedAt} />
  return <>{lastEvaluatedOn === null ? '–' : sayDay(lastEvaluatedOn)}</>
}

/** The same as a sentence; undefined if nothing was reported yet. */
export const sayLastAsked = ({ lastHour, lastEvaluatedAt, lastEvaluatedOn }: FlagSummary) => {
  if (lastHour > 0) return <>Asked for {plural(lastHour, 'time')} in the last hour</>
  if (lastEvaluatedAt === null)
    return lastEvaluatedOn === null ? undefined : <>Last asked for on {sayDay(lastEvaluatedOn)}</>
  return (
    <>
      Last asked for <Time at={lastEvaluatedAt} />
    </>
  )
}
