import type { Guardrail, StepBody } from '@bunting/contract'
import type { Rule } from '../config/flag-config.ts'
import type { EnvironmentContext } from '../core/context.ts'
import { counted } from '../output/counted.ts'
import { dim, green, type Rich, rich } from '../output/rich.ts'
import { type PlannedStep, plannedTimes, stepText } from './describe.ts'
import { guardrailText } from './parse-guardrail.ts'

type Plan = { steps: StepBody[]; guardrails: Guardrail[]; comment?: string | undefined }

/** The plan for people to read: a line for each step and for each guardrail. */
export const planLines = (
  { steps, guardrails }: { steps: readonly PlannedStep[]; guardrails: readonly Guardrail[] },
  rules: readonly Rule[],
): Rich[] => {
  const times = plannedTimes(steps, Date.now())
  return [
    ...steps.map(({ change }, at) => rich`  ${dim(`${times[at]} UTC`)}  ${stepText(change, rules)}`),
    ...guardrails.map((guardrail) => rich`  ${dim('guardrail')}  ${guardrailText(guardrail)}`),
  ]
}

/** Creates the schedule, or proposes it if the environment is protected. */
export const writeSchedule = async (
  context: EnvironmentContext,
  flagKey: string,
  { steps, guardrails, comment }: Plan,
  rules: readonly Rule[],
): Promise<void> => {
  const { api, out, project, env } = context
  const params = { projectId: project.id, envId: env.id, flagKey }
  const body = { steps, guardrails, ...(comment === undefined ? {} : { comment }) }
  const schedule = await api.createSchedule({ params, body })
  const { id, proposalId } = schedule
  out.show(schedule, () => {
    const done = proposalId === undefined ? 'Scheduled' : 'Proposed to schedule'
    const what = counted(schedule.steps.length, 'step')
    out.note(rich`${green(done)} ${flagKey} in ${env.slug} (${proposalId ?? id}): ${what}.`)
    for (const line of planLines(schedule, rules)) out.note(line)
    out.note(
      proposalId === undefined
        ? dim(rich`How it goes: bunting schedules show ${id}`)
        : dim(rich`It starts when somebody else approves it: bunting proposals approve ${proposalId}`),
    )
  })
}
