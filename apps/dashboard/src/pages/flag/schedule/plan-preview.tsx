import { type Environment, needSeconds, plannedMs, type StepBody, type StepChange } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { SchedulePlot } from '../../../features/schedules/schedule-plot.tsx'
import { StepList } from '../../../features/schedules/step-list.tsx'
import { percent, plural } from '../../../format/number.ts'
import { sayDuration, sayMoment } from '../../../format/time.ts'
import { useNow } from '../../../ui/use-now.ts'

type PlanPreviewProps = {
  steps: readonly StepBody[]
  config: FlagConfig
  environment: Environment
  /** The rule of a ramp, whose share is the only change. */
  ruleId?: string | undefined
}

/** A preview of the steps and their times, as a line and in words. */
export const PlanPreview = ({ steps, config, environment, ruleId }: PlanPreviewProps) => {
  const now = useNow(needSeconds(steps))
  const times = plannedMs(steps, now.getTime())
  const lines = steps.map(({ change }, index) => ({
    change,
    status: 'waiting' as const,
    at: new Date(times[index] ?? 0).toISOString(),
  }))
  const says = sayPlan(times, now, needSeconds(steps))
  return (
    <section className="plan" aria-label="Preview">
      <SchedulePlot
        steps={lines}
        createdAt={now.toISOString()}
        config={config}
        environment={environment}
        isLive
        isPlan
        label={says}
      />
      <p>{says}</p>
      <StepList
        steps={lines}
        config={config}
        {...(ruleId !== undefined && { say: (change) => sayShare(change, ruleId) })}
      />
    </section>
  )
}

/** The share, as `25 %`, and `on` if the step turns the flag on. */
const sayShare = ({ enabled, rules }: StepChange, ruleId: string): string =>
  `${enabled ? 'on, ' : ''}${percent(rules?.[ruleId]?.rolloutPercentage ?? 0)}`

/** The plan in words: `10 steps, one every 2 h 24 min, the last tomorrow 15:04.` */
const sayPlan = (times: readonly number[], now: Date, withSeconds: boolean): string => {
  const last = times.at(-1) ?? now.getTime()
  const gaps = times.map((atMs, index) => Math.round((atMs - (times[index - 1] ?? now.getTime())) / 1_000))
  const even = gaps.length > 1 && Math.max(...gaps) - Math.min(...gaps) <= 1
  const every = even ? `, one every ${sayDuration(Math.round(gaps.at(-1) ?? 0))}` : ''
  return `${plural(times.length, 'step')}${every}, the last ${sayMoment(new Date(last), now, withSeconds)}.`
}
