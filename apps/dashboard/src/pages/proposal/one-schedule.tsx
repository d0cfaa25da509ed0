import { needSeconds } from '@bunting/contract'
import type { ReactNode } from 'react'
import type { FlagInList } from '../../api/flags.ts'
import { useSchedule } from '../../api/schedules.ts'
import { sayGuardrail, sayStep } from '../../features/diff/words/say-step.ts'
import { Moment } from '../../features/schedules/moment.tsx'
import { isLive } from '../../features/schedules/progress.ts'
import { sayLine } from '../../features/schedules/say-schedule.ts'
import { SchedulePlot } from '../../features/schedules/schedule-plot.tsx'
import { plural } from '../../format/number.ts'
import { sayDuration } from '../../format/time.ts'
import { Failed } from '../../ui/failed.tsx'
import { useNow } from '../../ui/use-now.ts'
import { ProposalFrame } from './proposal-frame.tsx'
import type { ProposalProps } from './proposal-props.ts'

type OneScheduleProps = ProposalProps & { flag: FlagInList; parent: ReactNode }

/** A proposed schedule: its steps and their times. */
export const OneSchedule = (props: OneScheduleProps) => (
  <ProposalFrame
    {...props}
    action="Approve and start"
    version={props.flag.versions[props.environment.id]?.version ?? 0}
    follows="Approving starts it, and agrees to every step and to going back."
    says="It started."
  >
    <Steps {...props} />
  </ProposalFrame>
)

const Steps = ({ projectId, proposal, flag, environment }: OneScheduleProps) => {
  const { data: schedule, error, refetch } = useSchedule(projectId, proposal.scheduleId)
  const now = useNow()
  if (error && !schedule)
    return <Failed title="The schedule did not load" error={error} onRetry={() => void refetch()} />
  if (!schedule) return <div className="min-h-96" aria-busy />
  const withSeconds = needSeconds(schedule.steps)
  const config = flag.versions[environment.id]?.config
  return (
    <section className="proposed-change" aria-label="What it changes">
      <h2>A schedule of {plural(schedule.steps.length, 'step')}</h2>
      <SchedulePlot
        steps={schedule.steps}
        createdAt={schedule.createdAt}
        config={config}
        environment={environment}
        isLive={isLive(schedule)}
        isPlan={schedule.status === 'pending'}
        label={sayLine(schedule, config, now)}
      />
      <ol className="proposed-steps">
        {schedule.steps.map(({ at, after, change }, index) => (
          <li key={index}>
            <b>{sayStep(change, config)}</b>
            <span>{at === null ? sayAfter(after ?? 0, index) : <Moment at={at} withSeconds={withSeconds} />}</span>
          </li>
        ))}
      </ol>
      {schedule.guardrails.length > 0 && (
        <>
          <h2>{plural(schedule.guardrails.length, 'guardrail')}</h2>
          <ul className="proposed-steps">
            {schedule.guardrails.map((guardrail) => (
              <li key={JSON.stringify(guardrail)}>
                <code>{guardrail.query}</code>
                <span>{sayGuardrail(guardrail)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

const sayAfter = (seconds: number, index: number): string =>
  `${sayDuration(seconds)} after ${index === 0 ? 'it starts' : 'the step before'}`
