import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { oneOf, required, text } from '../../core/parameters.ts'
import { dim, green, rich } from '../../output/rich.ts'
import { experimentArgument } from './experiment-argument.ts'

export const shipExperiment = command({
  name: 'ship',
  summary: 'Give a variant to all, and stop the experiment',
  description: 'In a protected environment it is a proposal. Against the recommendation it takes a --comment.',
  target: 'server',
  arguments: { ...experimentArgument, variant: required('which one') },
  options: {
    to: oneOf('whom', ['rule', 'everyone'], 'rule: in place of its split; everyone: as the default too'),
    comment: text('text', 'why'),
  },
  examples: [
    'experiments ship exp_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b green --to everyone',
    'experiments ship exp_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b blue --to rule --comment "It is simpler"',
  ],
  run: async ({ api, out }, { experiment: experimentId, variant, to, comment }) => {
    const whom = to ?? wrongUse('To whom?', '--to rule or --to everyone')
    const body = { variant, to: whom, ...(comment === undefined ? {} : { comment }) }
    const experiment = await api.shipExperiment({ params: { experimentId }, body })
    out.show(experiment, () => {
      const { shipping, flagKey } = experiment
      if (!shipping) {
        out.note(rich`${green('Shipped')} ${variant} of ${flagKey} to ${whom === 'rule' ? 'its rule' : 'everyone'}.`)
        return
      }
      out.note(rich`${green('Proposed')} to ship ${variant} of ${flagKey} (${shipping.proposalId}).`)
      out.note(dim(rich`Somebody else approves it: bunting proposals approve ${shipping.proposalId}`))
    })
  },
})
