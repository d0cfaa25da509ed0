import type { Environment } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import type { FlagInList } from '../../api/flags.ts'
import type { Schedule } from '../../api/schedules.ts'
import { sayStep } from '../../features/diff/words/say-step.ts'
import { Guards } from '../../features/schedules/guards.tsx'
import { isLive, nextStepOf } from '../../features/schedules/progress.ts'
import { sayLine, sayProgress, statusNames } from '../../features/schedules/say-schedule.ts'
import { SchedulePlot } from '../../features/schedules/schedule-plot.tsx'
import { Steer } from '../../features/schedules/steer.tsx'
import { EnvName } from '../../ui/pennants/env-name.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { useNow } from '../../ui/use-now.ts'

type ScheduleRowProps = {
  projectId: string
  schedule: Schedule
  /** Absent until they are loaded. */
  flag: FlagInList | undefined
  environment: Environment | undefined
  by: string
}

const looks: Partial<Record<Schedule['status'], 'yes' | 'no' | 'warn'>> = {
  completed: 'yes',
  failed: 'no',
  paused: 'warn',
}

/** A schedule: its flag, the next step, and the line of its steps. */
export const ScheduleRow = ({ projectId, schedule, flag, environment, by }: ScheduleRowProps) => {
  const now = useNow()
  if (!flag || !environment) return <li aria-busy />
  const config = flag.versions[environment.id]?.config
  const { status, reason, comment, createdAt, endedAt } = schedule
  return (
    <li>
      <div className="head">
        <div className="what">
          <p className="name">
            <Link
              to="/projects/$projectId/flags/$flagKey"
              params={{ projectId, flagKey: flag.key }}
              search={{ env: environment.slug }}
            >
              <b dir="auto">{flag.name}</b>
            </Link>{' '}
            <code>{flag.key}</code> in <EnvName environment={environment} />
            {!isLive(schedule) && <Tag kind={looks[status] ?? 'line'}>{statusNames[status]}</Tag>}
          </p>
          <Next schedule={schedule} config={config} />
          {reason !== null && (
            <p className="reason">
              <bdi>{reason}</bdi>
            </p>
          )}
          {comment !== null && (
            <p>
              “<bdi>{comment}</bdi>”
            </p>
          )}
          <small>
            <bdi>{by}</bdi>, <Time at={endedAt ?? createdAt} />, {sayProgress(schedule)}
          </small>
        </div>
        <Steer projectId={projectId} flagKey={flag.key} schedule={schedule} />
      </div>
      <SchedulePlot
        steps={schedule.steps}
        createdAt={createdAt}
        config={config}
        environment={environment}
        isLive={isLive(schedule)}
        isPlan={status === 'pending'}
        label={sayLine(schedule, config, now)}
      />
      {isLive(schedule) && <Guards schedule={schedule} />}
    </li>
  )
}

const words: Partial<Record<Schedule['status'], string>> = {
  running: 'Next',
  paused: 'Next would be',
  pending: 'First',
}

const Next = ({ schedule, config }: { schedule: Schedule; config: Parameters<typeof sayStep>[1] }) => {
  const next = nextStepOf(schedule)
  if (!isLive(schedule) || !next) return null
  return (
    <p>
      {words[schedule.status]}: {sayStep(next.change, config)}
      {next.at !== null && (
        <>
          , <Time at={next.at} />
        </>
      )}
    </p>
  )
}
