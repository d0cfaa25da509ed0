import { isOfConfig, isOfSchedule } from '../../api/proposals.ts'
import { useSchedule } from '../../api/schedules.ts'
import { changesBetween } from '../../features/diff/changes/changes-between.ts'
import { sayWhatFollows } from '../../features/diff/words/say-what-follows.ts'
import { small } from '../../features/diff/words/words.ts'
import { sayLine } from '../../features/schedules/say-schedule.ts'
import { SchedulePlot } from '../../features/schedules/schedule-plot.tsx'
import { StepList } from '../../features/schedules/step-list.tsx'
import { useNow } from '../../ui/use-now.ts'
import type { ApproveHereProps } from './approve-here-props.ts'
import { sayProposal } from './say-proposal.ts'

/** All changes of a proposal, in words or as a schedule. */
export const ProposedHere = ({ projectId, proposal, flag, segment, environment }: ApproveHereProps) => {
  const now = useNow()
  const config = flag?.versions[environment.id]?.config
  const { data: schedule } = useSchedule(projectId, isOfSchedule(proposal) ? proposal.scheduleId : undefined)
  if (schedule) {
    return (
      <div className="proposed-here">
        <SchedulePlot
          steps={schedule.steps}
          createdAt={schedule.createdAt}
          config={config}
          environment={environment}
          isLive
          isPlan
          label={sayLine(schedule, config, now)}
        />
        <StepList steps={schedule.steps} config={config} />
      </div>
    )
  }
  const changes = isOfConfig(proposal) ? changesBetween(config ?? null, proposal.proposedConfig).changes : []
  if (changes.length === 0) {
    const follows = proposal.change && sayWhatFollows(proposal.change)
    return (
      <p className="proposed-here">
        {sayProposal(proposal, flag, segment)}. {follows}
      </p>
    )
  }
  return (
    <ul className="proposed-here" aria-label="What it changes">
      {changes.map(({ key, where, what }) => (
        <li key={key}>
          <b>{where}:</b> {small(what)}
        </li>
      ))}
    </ul>
  )
}
