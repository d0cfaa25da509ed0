import { command } from '../../core/command.ts'
import { text } from '../../core/parameters.ts'
import { green, rich } from '../../output/rich.ts'
import { experimentArgument } from './experiment-argument.ts'

export const stopExperiment = command({
  name: 'stop',
  summary: 'Stop an experiment, for good',
  description: 'The config stays as it is. Of one that waits for its approval, the proposal is rejected.',
  target: 'server',
  arguments: experimentArgument,
  options: { note: text('text', 'why') },
  examples: ['experiments stop exp_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b --note "The sale began"'],
  run: async ({ api, out }, { experiment: experimentId, note }) => {
    const body = note === undefined ? {} : { note }
    const experiment = await api.stopExperiment({ params: { experimentId }, body })
    out.show(experiment, () => out.note(rich`${green('Stopped')} ${experiment.id}: it is ${experiment.status}.`))
  },
})
