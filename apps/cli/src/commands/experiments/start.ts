import type { AnswerOf, Endpoints } from '@bunting/contract'
import { command } from '../../core/command.ts'
import type { Output } from '../../output/output.ts'
import { dim, green, rich, yellow } from '../../output/rich.ts'
import { experimentArgument } from './experiment-argument.ts'

type Experiment = AnswerOf<Endpoints['getExperiment']>

/** What became of a start: it runs, or waits for its approval. */
export const noteStarted = (out: Output, { id, flagKey, status, proposalId, warnings }: Experiment): void => {
  if (status === 'pending') {
    out.note(rich`${green('Proposed')} to start the experiment on ${flagKey} (${id}).`)
    out.note(
      dim(
        rich`Its guardrails may act there once somebody else approves it: bunting proposals approve ${proposalId ?? ''}`,
      ),
    )
    return
  }
  out.note(rich`${green('Started')} the experiment on ${flagKey} (${id}).`)
  for (const warning of warnings) out.note(rich`${yellow('!')} ${warning}`)
  out.note(dim(rich`How it goes: bunting experiments show ${id}`))
}

export const startExperiment = command({
  name: 'start',
  summary: 'Start an experiment',
  description: 'From then on units are counted, and its design stays as it is.',
  target: 'server',
  arguments: experimentArgument,
  examples: ['experiments start exp_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b'],
  run: async ({ api, out }, { experiment: experimentId }) => {
    const experiment = await api.startExperiment({ params: { experimentId } })
    out.show(experiment, () => noteStarted(out, experiment))
  },
})
