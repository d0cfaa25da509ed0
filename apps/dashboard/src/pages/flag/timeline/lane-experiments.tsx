import { Link } from '@tanstack/react-router'
import type { Experiment } from '../../../api/experiments.ts'
import { stateOf, states } from '../../../features/experiments/state.ts'
import type { LaneProps } from './lane-props.ts'
import { placeIn, type Range } from './range.ts'

type LaneExperimentsProps = Pick<LaneProps, 'flagRef' | 'range' | 'widthPx' | 'experiments'> & { nowMs: number }

/** The estimated width of a name beside its bar, by its length. */
const namePx = (name: string): number => 12 + name.length * 6.5

/** Each experiment as a thin bar below the string, from its start to its end or to now. */
export const LaneExperiments = ({ experiments, flagRef, range, widthPx, nowMs }: LaneExperimentsProps) => {
  if (experiments.length === 0) return null
  return (
    <div className="lane-experiments">
      {experiments.map((experiment) => {
        const { id, name, startedAt } = experiment
        const from = Math.max(0, placeIn(range, Date.parse(startedAt ?? '')))
        const to = Math.min(100, placeIn(range, endMsOf(experiment, nowMs)))
        const isLate = from > 50 && ((100 - from) * widthPx) / 100 < namePx(name)
        return (
          <Link
            key={id}
            to="/projects/$projectId/experiments/$experimentId"
            params={{ projectId: flagRef.projectId, experimentId: id }}
            title={`${name}, ${states[stateOf(experiment)].name.toLowerCase()}`}
            className={isLate ? 'late' : undefined}
          >
            <i style={{ left: `${from}%`, width: `max(3px, ${to - from}%)` }} />
            <span
              dir="auto"
              style={
                isLate
                  ? { right: `${100 - from}%`, maxWidth: `${from}%` }
                  : { left: `${from}%`, maxWidth: `${100 - from}%` }
              }
            >
              {name}
            </span>
          </Link>
        )
      })}
    </div>
  )
}

const endMsOf = ({ stoppedAt }: Experiment, nowMs: number): number =>
  stoppedAt === null ? nowMs : Date.parse(stoppedAt)

/** Tells whether an experiment ran at some time of the range. */
export const isRunIn = (experiment: Experiment, { startMs, endMs }: Range, nowMs: number): boolean =>
  experiment.startedAt !== null && Date.parse(experiment.startedAt) < endMs && endMsOf(experiment, nowMs) >= startMs
