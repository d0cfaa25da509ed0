import { rampOf } from './ramp-of.ts'
import { ScheduleStair } from './schedule-stair.tsx'
import { TimeLine, type TimeLineProps } from './time-line.tsx'

/** A schedule through time: a ramp as a stair, anything else as pennants on a line. */
export const SchedulePlot = (props: TimeLineProps) => {
  const ramp = rampOf(props.steps)
  return ramp ? <ScheduleStair {...props} ramp={ramp} /> : <TimeLine {...props} />
}
