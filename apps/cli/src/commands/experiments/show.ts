import type { AnswerOf, Client, Endpoints } from '@bunting/contract'
import { command } from '../../core/command.ts'
import { guardrailText } from '../../experiment/parse-guardrail.ts'
import { printResults } from '../../experiment/results.ts'
import { experimentStates } from '../../experiment/states.ts'
import type { Output } from '../../output/output.ts'
import { bold, dim, rich, yellow } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import { nameActors } from '../../server/name-actors.ts'
import { experimentArgument } from './experiment-argument.ts'

type Experiment = AnswerOf<Endpoints['getExperiment']>

export const showExperiment = command({
  name: 'show',
  summary: 'Show an experiment: whether to trust it, what happened, and what now',
  target: 'project',
  arguments: experimentArgument,
  examples: ['experiments show exp_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b'],
  run: async ({ api, out, project }, { experiment: experimentId }) => {
    const experiment = await api.getExperiment({ params: { experimentId } })
    const env = (await listEnvironments(api, project)).find(({ id }) => id === experiment.environmentId)
    const nameOf = await nameActors(api, [experiment.createdBy, experiment.decision?.by ?? null])
    const results = await readResults(api, experiment)
    out.show({ ...experiment, ...(results ? { results } : {}) }, () => {
      const { flagKey, environmentId, status, name, createdBy, createdAt, decision } = experiment
      out.print(rich`${bold(flagKey)} in ${env?.slug ?? environmentId}: ${experimentStates[status]}`)
      out.print(rich`${name}. Made by ${nameOf(createdBy)}, ${timeText(createdAt)}.`)
      printFacts(out, experiment)
      if (decision) {
        const whom = decision.to === 'rule' ? 'its rule' : 'everyone'
        const why = decision.comment === null ? '.' : `: ${decision.comment}`
        out.print(rich`${nameOf(decision.by)} shipped ${decision.variant} to ${whom}, ${timeText(decision.at)}${why}`)
      }
      if (results) printResults(out, experiment.control, results)
    })
  },
})

/** Before the start there are none. */
const readResults = async (api: Client, { id, startedAt }: Experiment) =>
  startedAt === null ? undefined : api.getExperimentResults({ params: { experimentId: id } })

const printFacts = (out: Output, experiment: Experiment): void => {
  const { hypothesis, reason, plannedEnd, warnings, marks, guardrails, proposalId, shipping } = experiment
  if (hypothesis !== null) out.print(rich`${hypothesis}`)
  if (reason !== null) out.print(rich`${reason}`)
  if (plannedEnd !== null) out.print(rich`${dim('Planned end:')} ${timeText(plannedEnd)}`)
  for (const guardrail of guardrails) out.print(rich`${dim('Guardrail:')} ${guardrailText(guardrail)}`)
  for (const { at, version, what } of marks) out.print(rich`${dim(`${timeText(at)}, version ${version}:`)} ${what}`)
  for (const warning of warnings) out.print(rich`${yellow('!')} ${warning}`)
  if (proposalId !== undefined) out.print(dim(rich`Its approval: bunting proposals show ${proposalId}`))
  if (shipping) {
    out.print(rich`${shipping.variant} is proposed to be shipped: bunting proposals show ${shipping.proposalId}`)
  }
}
