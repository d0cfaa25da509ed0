import { needSeconds } from '@bunting/contract'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useNames } from '../../api/actors.ts'
import type { FlagInList } from '../../api/flags.ts'
import { useSchedule } from '../../api/schedules.ts'
import { sayGuardrail, sayStep } from '../../features/diff/words/say-step.ts'
import { Page } from '../../features/page/page.tsx'
import { Moment } from '../../features/schedules/moment.tsx'
import { isLive } from '../../features/schedules/progress.ts'
import { sayLine } from '../../features/schedules/say-schedule.ts'
import { SchedulePlot } from '../../features/schedules/schedule-plot.tsx'
import { plural } from '../../format/number.ts'
import { sayDuration } from '../../format/time.ts'
import { buttonClass } from '../../ui/controls/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { useNow } from '../../ui/use-now.ts'
import { Heading } from './heading.tsx'
import { Panel } from './panel.tsx'
import type { ProposalProps } from './proposal-props.ts'

type OneScheduleProps = ProposalProps & { flag: FlagInList; parent: ReactNode }

/** A proposed schedule: what it will do and when, step by step. */
export const OneSchedule = ({ parent, flag, ...props }: OneScheduleProps) => {
  const { projectId, proposal, environment } = props
  const nameOf = useNames([proposal.createdBy])
  const link = (
    <Link
      to="/projects/$projectId/flags/$flagKey"
      params={{ projectId, flagKey: flag.key }}
      search={{ env: environment.slug }}
      className={buttonClass({})}
    >
      Open the flag
    </Link>
  )
  return (
    <Page
      title={`${flag.key} in ${environment.name}`}
      parent={parent}
      heading={<Heading {...props} flag={flag} by={nameOf(proposal.createdBy)} />}
      inspector={{
        label: 'Review',
        children: (
          <Panel
            {...props}
            action="Approve and start"
            version={flag.versions[environment.id]?.version ?? 0}
            follows="Approving starts it, and agrees to every step and to going back."
            says="It started."
            links={{ approved: link, otherwise: link }}
            flagKey={flag.key}
          />
        ),
      }}
    >
      <Steps {...props} flag={flag} />
    </Page>
  )
}

const Steps = ({ projectId, proposal, flag, environment }: Omit<OneScheduleProps, 'parent'>) => {
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
      <ol className="steps">
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
          <ul className="steps">
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
