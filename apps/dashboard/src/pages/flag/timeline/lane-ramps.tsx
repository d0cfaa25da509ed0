import type { FlagConfig } from '@bunting/engine'
import type { Schedule } from '../../../api/schedules.ts'
import { baseVersionOf, isDone, isLive } from '../../../features/schedules/progress.ts'
import { rampOf, shareIn } from '../../../features/schedules/ramp-of.ts'
import { Stair } from '../../../features/schedules/stair.tsx'
import { figures } from '../../../format/number.ts'
import { clockTime, dateOf } from '../../../format/time.ts'
import { GuardPlot } from './guard-plot.tsx'
import type { Range } from './range.ts'
import type { Version } from './what-was.ts'

type LaneRampsProps = {
  /** The ramps of one environment, which follow one another. */
  ramps: readonly Schedule[]
  versions: readonly Version[]
  config: FlagConfig | undefined
  range: Range
  widthPx: number
  nowMs: number
}

const dayMs = 86_400_000

/** Ramps on the time axis of the lanes, and below them the answers to their guardrails. */
export const LaneRamps = ({ ramps, ...props }: LaneRampsProps) => {
  if (ramps.length === 0) return null
  return (
    <div className="lane-ramps">
      <div className="stairs">
        {ramps.map((schedule) => (
          <LaneStair key={schedule.id} {...props} schedule={schedule} />
        ))}
      </div>
      {ramps.slice(0, 1).map((schedule) => (
        <GuardPlot key={schedule.id} {...props} schedule={schedule} />
      ))}
    </div>
  )
}

const LaneStair = ({
  schedule,
  versions,
  config,
  range,
  widthPx,
  nowMs,
}: Omit<LaneRampsProps, 'ramps'> & { schedule: Schedule }) => {
  const { steps, createdAt, endedAt, status } = schedule
  const ramp = rampOf(steps)
  if (!ramp) return null
  const live = isLive(schedule)
  const base = versions.find(({ version }) => version === baseVersionOf(schedule))
  const before = shareIn(base?.config ?? (steps.some(isDone) ? undefined : config), ramp.ruleId)
  const sinceMs = Date.parse(base?.createdAt ?? createdAt)
  const isBroken = status === 'cancelled' || status === 'failed'
  const rangeDays = (range.endMs - range.startMs) / dayMs
  return (
    <Stair
      treads={steps.map((step, index) => ({
        atMs: Date.parse(step.doneAt ?? step.at ?? createdAt),
        share: ramp.shares[index] ?? 0,
        isDone: isDone(step),
      }))}
      from={before === undefined ? undefined : { share: before, sinceMs }}
      range={range}
      untilMs={endedAt === null ? nowMs : Date.parse(endedAt)}
      goesOn={live}
      broken={isBroken ? sayBroken(schedule) : undefined}
      sayTime={(atMs) => (rangeDays > 10 ? dateOf(new Date(atMs)) : clockTime(new Date(atMs)))}
      widthPx={widthPx}
    />
  )
}

/** The value that crossed a guardrail's limit, or an empty text. */
const sayBroken = ({ guardrailAnswers = [] }: Schedule): string => {
  const crossed = guardrailAnswers.find(({ value, crossedSince }) => value !== undefined && crossedSince !== undefined)
  return crossed?.value === undefined ? '' : figures(crossed.value)
}
