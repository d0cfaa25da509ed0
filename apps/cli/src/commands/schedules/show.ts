import type { AnswerOf, Endpoints, GuardrailAnswer } from '@bunting/contract'
import { findLatest, type Rule } from '../../config/flag-config.ts'
import { command } from '../../core/command.ts'
import type { Output } from '../../output/output.ts'
import { bold, dim, type Part, rich } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { stepText, stepTimeText } from '../../schedule/describe.ts'
import { guardrailText } from '../../schedule/parse-guardrail.ts'
import { scheduleStates, stepStates } from '../../schedule/states.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import { listFlags } from '../../server/flags.ts'
import { nameActors } from '../../server/name-actors.ts'
import { durationText } from '../../text/duration.ts'
import { scheduleArgument } from './schedule-argument.ts'

type Schedule = AnswerOf<Endpoints['getSchedule']>

export const showSchedule = command({
  name: 'show',
  summary: 'Show a schedule, its steps and what became of them',
  target: 'project',
  arguments: scheduleArgument,
  examples: ['schedules show sched_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b'],
  run: async (context, { schedule: scheduleId }) => {
    const { api, out, project } = context
    const schedule = await api.getSchedule({ params: { scheduleId } })
    const flag = (await listFlags(context)).find(({ id }) => id === schedule.flagId)
    const env = (await listEnvironments(api, project)).find(({ id }) => id === schedule.environmentId)
    const nameOf = await nameActors(api, [schedule.createdBy])
    out.show(schedule, () => {
      const { status, reason, comment, createdBy, createdAt, proposalId, guardrails, guardrailAnswers = [] } = schedule
      const where = env?.slug ?? schedule.environmentId
      out.print(rich`${bold(flag?.key ?? schedule.flagId)} in ${where}: ${scheduleStates[status]}`)
      if (reason !== null) out.print(rich`${reason}`)
      out.print(rich`Made by ${nameOf(createdBy)}, ${timeText(createdAt)}${comment === null ? '.' : `: ${comment}`}`)
      if (proposalId !== undefined) out.print(dim(rich`Its approval: bunting proposals show ${proposalId}`))
      printSteps(out, schedule, (flag && findLatest(flag, { id: schedule.environmentId })?.config.rules) ?? [])
      for (const [at, guardrail] of guardrails.entries()) {
        out.print(rich`${dim('Guardrail:')} ${guardrailText(guardrail)}${answerText(guardrailAnswers[at])}`)
      }
    })
  },
})

const answerText = (answer: GuardrailAnswer | undefined): string =>
  answer ? ` (${timeText(answer.askedAt)}: ${answer.value ?? answer.unknown})` : ''

const printSteps = (out: Output, schedule: Schedule, rules: readonly Rule[]): void => {
  out.print(rich``)
  out.table(
    ['step', 'when', 'status', 'done', 'version', 'change'],
    schedule.steps.map(({ at, after, status, doneAt, version, change }, index): Part[] => [
      index + 1,
      at === null ? `+${durationText(after ?? 0)}` : stepTimeText(at, schedule),
      stepStates[status],
      doneAt === undefined ? '' : stepTimeText(doneAt, schedule),
      version ?? '',
      stepText(change, rules),
    ]),
  )
}
