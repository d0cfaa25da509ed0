import { percent } from '../../format/number.ts'
import { Time } from '../../ui/time.tsx'
import type { Shown } from './shown.ts'

const methods: Record<Shown['results']['method'], string> = {
  sequential: 'Intervals are confidence sequences (a normal mixture, after Robbins): they hold at every look at once.',
  hybrid:
    'Until the planned end intervals are confidence sequences (a normal mixture, after Robbins) at a fifth of the error; the rest is kept for one read of full power (Welch’s t) at the planned end.',
  fixed: 'Nothing is said before the planned end; then it is read once, by Welch’s t.',
}

/** What a reader should know of the figures, and by which formulas they are made, one click away. */
export const HowItIsMade = ({ experiment, results, metrics }: Shown) => {
  const narrower = Math.max(
    0,
    ...results.metrics
      .filter(({ role }) => role === 'primary')
      .flatMap(({ variants }) => Object.values(variants).map((one) => one.narrower ?? 0)),
  )
  const nameOf = (key: string): string => metrics.find((metric) => metric.key === key)?.name ?? key
  const notes = results.metrics.flatMap(({ key, note }) => (note === undefined ? [] : [{ key, note }]))
  return (
    <div className="made-how">
      <p>
        {narrower > 0.005 && (
          <>
            Earlier behaviour of the same people makes the intervals of <bdi>{nameOf(experiment.primary)}</bdi>{' '}
            {percent(Math.round(narrower * 100))} narrower.{' '}
          </>
        )}
        {experiment.plannedEnd !== null && experiment.status === 'running' && results.method !== 'sequential' && (
          <>
            The read of full power is at the planned end, <Time at={experiment.plannedEnd} />.{' '}
          </>
        )}
        Figures of <Time at={results.at} />
        {results.isFinal && ', final'}.
      </p>
      <details>
        <summary>How is this worked out?</summary>
        <ul>
          <li>A unit is counted once, when its metric’s window is over. Nobody is counted half.</li>
          <li>{methods[results.method]}</li>
          <li>Lifts are by Fieller’s theorem: a lift leaves out zero exactly where the difference does.</li>
          <li>
            With several variants the primary’s error is divided among them; secondary metrics are corrected together
            (e-BH), and those added while it runs are exploratory.
          </li>
          <li>
            The split is checked by a sequential test (Lindon and Malek): at most one false alarm in a hundred runs.
          </li>
          {notes.map(({ key, note }) => (
            <li key={key}>
              <bdi>{nameOf(key)}</bdi>: {note}
            </li>
          ))}
        </ul>
      </details>
    </div>
  )
}
