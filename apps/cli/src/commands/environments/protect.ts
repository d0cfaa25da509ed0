import { command } from '../../core/command.ts'
import { switched } from '../../core/parameters.ts'
import { noteProposed } from '../../output/note-proposed.ts'
import { green, rich } from '../../output/rich.ts'
import { findEnvironment } from '../../server/find-environment.ts'
import { environmentArgument } from './environment-argument.ts'

export const protectEnvironment = command({
  name: 'protect',
  summary: 'Protect an environment: its configs change by approved proposals only',
  description:
    'With --strict nobody archives a flag that has a version there, changes its client safety or takes the protection off alone either.',
  target: 'project',
  arguments: environmentArgument,
  options: { strict: switched('two people for everything that changes what it answers') },
  examples: ['environments protect production', 'environments protect production --strict'],
  run: async ({ api, out, project }, { environment, strict }) => {
    const { id, slug } = await findEnvironment(api, project, environment)
    const params = { projectId: project.id, envId: id }
    const body = { protected: true, ...(strict ? { strict } : {}) }
    const answer = await api.updateEnvironment({ params, body })
    out.show(answer, () => out.note(rich`${green('Protected')} ${slug}${strict ? ', strictly' : ''}.`))
  },
})

export const unprotectEnvironment = command({
  name: 'unprotect',
  summary: 'Take the protection off an environment',
  description: 'Its pending proposals are rejected. Where it is strict, this is a proposal itself.',
  target: 'project',
  arguments: environmentArgument,
  options: { yes: switched('do not ask') },
  examples: ['environments unprotect staging', 'environments unprotect staging --yes'],
  run: async ({ api, ask, out, project }, { environment, yes }) => {
    const { id, slug } = await findEnvironment(api, project, environment)
    await ask.confirm(`Take the protection off ${slug} and reject its pending proposals?`, yes)
    const params = { projectId: project.id, envId: id }
    const answer = await api.updateEnvironment({ params, body: { protected: false } })
    out.show(answer, () => {
      if ('change' in answer) return noteProposed(out, slug, answer)
      out.note(rich`${green('Unprotected')} ${answer.slug}.`)
    })
  },
})
