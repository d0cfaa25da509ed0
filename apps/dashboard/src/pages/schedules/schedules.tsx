import type { ScheduleStatus } from '@bunting/contract'
import { Link, useParams } from '@tanstack/react-router'
import { useNames } from '../../api/actors.ts'
import { useEnvironments } from '../../api/environments.ts'
import { useFlags } from '../../api/flags.ts'
import { type Schedule, useSchedules, useSchedulesThatAre } from '../../api/schedules.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { isLive } from '../../features/schedules/progress.ts'
import { count } from '../../format/number.ts'
import { Empty } from '../../ui/blank.tsx'
import { Button, buttonClass } from '../../ui/controls/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import './schedules.css'
import { ScheduleRow } from './schedule-row.tsx'

const from = '/projects/$projectId/schedules'

const live: readonly { status: ScheduleStatus; title: string }[] = [
  { status: 'running', title: 'Running' },
  { status: 'paused', title: 'Paused' },
  { status: 'pending', title: 'Waiting for approval' },
]

/** The live schedules of the project, and the past ones. */
export const SchedulesPage = () => {
  const { projectId } = useParams({ from })
  const all = useSchedules(projectId)
  const running = useSchedulesThatAre(projectId, 'running')
  const paused = useSchedulesThatAre(projectId, 'paused')
  const pending = useSchedulesThatAre(projectId, 'pending')
  const ofStatus: Partial<Record<ScheduleStatus, readonly Schedule[]>> = {
    running: running.items ?? [],
    paused: paused.items ?? [],
    pending: pending.items ?? [],
  }
  const past = all.items?.filter((one) => !isLive(one)) ?? []
  return (
    <Page
      title="Schedules"
      parent={<ProjectName />}
      lede="Changes that come by themselves: ramps and steps at times to come, in every environment."
    >
      {all.error && !all.items && (
        <Failed title="The schedules did not load" error={all.error} onRetry={() => void all.refetch()} />
      )}
      {all.items?.length === 0 && <NoSchedules projectId={projectId} />}
      {live.map(({ status, title }) => (
        <Group key={status} projectId={projectId} title={title} schedules={ofStatus[status] ?? []} />
      ))}
      <Group projectId={projectId} title="Past" schedules={past} />
      {all.hasNextPage && (
        <Button className="mt-4" busy={all.isFetchingNextPage} onClick={all.fetchNextPage}>
          Show older schedules
        </Button>
      )}
    </Page>
  )
}

type GroupProps = { projectId: string; title: string; schedules: readonly Schedule[] }

const Group = ({ projectId, title, schedules }: GroupProps) => {
  const environments = useEnvironments(projectId)
  const { items: flags = [] } = useFlags(projectId)
  const nameOf = useNames(schedules.map(({ createdBy }) => createdBy))
  if (schedules.length === 0) return null
  return (
    <section className="schedule-group" aria-label={title}>
      <h2>
        {title} <small className="num">{count(schedules.length)}</small>
      </h2>
      <ul>
        {schedules.map((schedule) => (
          <ScheduleRow
            key={schedule.id}
            projectId={projectId}
            schedule={schedule}
            flag={flags.find(({ id }) => id === schedule.flagId)}
            environment={environments.find(({ id }) => id === schedule.environmentId)}
            by={nameOf(schedule.createdBy)}
          />
        ))}
      </ul>
    </section>
  )
}

const NoSchedules = ({ projectId }: { projectId: string }) => (
  <Empty
    title="Nothing is scheduled"
    actions={
      <Link to="/projects/$projectId/flags" params={{ projectId }} className={buttonClass({})}>
        Go to the flags
      </Link>
    }
  >
    On a flag’s page “Ramp or schedule” raises a share little by little, or changes the flag at times you choose. What
    is planned, runs or is over is listed here.
  </Empty>
)
