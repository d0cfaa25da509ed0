import { rampOf } from './ramp-of.ts'
import { ScheduleStair } from './schedule-stair.tsx'
import { TimeLine, type TimeLineProps } from './time-line.tsx'

/** A schedule over time: a ramp as a staircase, other schedules as pennants on a line. */
export const SchedulePlot = (props: TimeLineProps) => {
  const ramp = rampOf(props.steps)
  return ramp ? <ScheduleStair {...props} ramp={ramp} /> : <TimeLine {...props} />
}
