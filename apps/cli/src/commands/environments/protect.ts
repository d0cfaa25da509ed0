import { command } from '../../command.ts'
import { green, rich } from '../../output/rich.ts'
import { switched } from '../../parameters.ts'
import { findEnvironment } from '../../server/find-environment.ts'
import { environmentArgument } from './environment-argument.ts'

export const protectEnvironment = command({
  name: 'protect',
  summary: 'Protect an environment: its configs change by approved proposals only',
  target: 'project',
  arguments: environmentArgument,
  examples: ['environments protect production'],
  run: async ({ api, out, project }, { environment }) => {
    const { id } = await findEnvironment(api, project, environment)
    const params = { projectId: project.id, envId: id }
    const answer = await api.updateEnvironment({ params, body: { protected: true } })
    out.show(answer, () => out.note(rich`${green('Protected')} ${answer.slug}.`))
  },
})

export const unprotectEnvironment = command({
  name: 'unprotect',
  summary: 'Take the protection off an environment',
  description: 'Its pending proposals are rejected.',
  target: 'project',
  arguments: environmentArgument,
  options: { yes: switched('do not ask') },
  examples: ['environments unprotect staging', 'environments unprotect staging --yes'],
  run: async ({ api, ask, out, project }, { environment, yes }) => {
    const { id, slug } = await findEnvironment(api, project, environment)
    await ask.confirm(`Take the protection off ${slug} and reject its pending proposals?`, yes)
    const params = { projectId: project.id, envId: id }
    const answer = await api.updateEnvironment({ params, body: { protected: false } })
    out.show(answer, () => out.note(rich`${green('Unprotected')} ${answer.slug}.`))
  },
})
