import { exactUtc, sayMoment } from '../../format/time.ts'
import { useNow } from '../../ui/use-now.ts'

/** A time as day and clock, as users plan it. */
export const Moment = ({ at, withSeconds }: { at: string; withSeconds: boolean }) => {
  const now = useNow()
  const date = new Date(at)
  return (
    <time dateTime={at} title={exactUtc(date)}>
      {sayMoment(date, now, withSeconds)}
    </time>
  )
}
