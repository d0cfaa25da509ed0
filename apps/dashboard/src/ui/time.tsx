import { exactUtc, relativeTime } from '../format/time.ts'
import { useNow } from './use-now.ts'

/** A moment in words, with the exact time on hover. */
export const Time = ({ at }: { at: string }) => {
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={exactUtc(date)}>
      {relativeTime(date, now)}
    </time>
  )
}
