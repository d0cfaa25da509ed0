import { command } from '../../core/command.ts'
import { required, switched, text } from '../../core/parameters.ts'
import { counted } from '../../output/counted.ts'
import { green, rich } from '../../output/rich.ts'

export const forgetUnit = command({
  name: 'forget',
  summary: 'Forget what a person, or another unit, did',
  description: 'Its events and exposures are deleted. Sums that it went into stay: it cannot be found in them.',
  target: 'environment',
  arguments: { unit: required('its id: a userId, an anonymousId, or the value of an attribute') },
  options: {
    attribute: text('name', 'the attribute whose value it is (default: every kind is tried)'),
    yes: switched('do not ask'),
  },
  examples: ['experiments forget ada --env production', 'experiments forget acme --attribute companyId --yes'],
  run: async ({ api, ask, out, project, env }, { unit, attribute, yes }) => {
    await ask.confirm(`Forget what ${unit} did in ${env.slug} for good?`, yes)
    const body = { unit, ...(attribute === undefined ? {} : { attribute }) }
    const forgotten = await api.forgetUnit({ params: { projectId: project.id, envId: env.id }, body })
    out.show(forgotten, () => {
      const { events, exposures } = forgotten
      out.note(rich`${green('Forgot')} ${counted(events, 'event')} and ${counted(exposures, 'exposure')} of ${unit}.`)
    })
  },
})
