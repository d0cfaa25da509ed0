import type { Overview } from '@bunting/contract'
import { count, plural } from '../../format/number.ts'
import { clockTime } from '../../format/time.ts'
import { TimeAxis } from '../../ui/bars/time-axis.tsx'

const [heightPx, saidHours] = [72, 6]

/** The number of answers to apps in the last day, by the hour. */
export const Traffic = ({ hours }: { hours: Overview['hours'] }) => {
  const total = hours.reduce((sum, { evaluations }) => sum + evaluations, 0)
  if (total === 0) return <p className="text-ink-2">No app told of an answer in the last 24 hours.</p>
  const max = Math.max(...hours.map(({ evaluations }) => evaluations))
  return (
    <figure className="traffic">
      <figcaption>
        <b className="num">{count(total)}</b> {total === 1 ? 'answer' : 'answers'} in the last 24 hours
      </figcaption>
      <ol aria-label="Answers by hour" style={{ height: heightPx }}>
        {hours.map(({ from, evaluations }) => {
          const says = `${clockTime(new Date(from))}: ${plural(evaluations, 'answer')}`
          return (
            <li key={from} title={says}>
              <span className="sr-only">{says}</span>
              {evaluations > 0 && <i style={{ height: `${(100 * evaluations) / max}%` }} />}
            </li>
          )
        })}
      </ol>
      <TimeAxis times={hours.map(({ from }) => new Date(from))} isSaid={(_, index) => index % saidHours === 0} />
    </figure>
  )
}
