import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { either, text } from '../../core/parameters.ts'
import { noteProposed } from '../../output/note-proposed.ts'
import { green, rich } from '../../output/rich.ts'
import { findEnvironment } from '../../server/find-environment.ts'
import { environmentArgument } from './environment-argument.ts'

export const updateEnvironment = command({
  name: 'update',
  summary: 'Change the name, the colour or the strictness of an environment, or allow emergency saves',
  target: 'project',
  arguments: environmentArgument,
  options: {
    name: text('text', 'what people read'),
    color: text('#rrggbb', 'its colour in the dashboard'),
    strict: either('two people for everything that changes what it answers; it has to be protected'),
    emergency: either('whether admins may save past the proposals, with --emergency and a comment'),
  },
  examples: [
    'environments update staging --name "Staging (EU)"',
    'environments update production --strict',
    'environments update production --no-emergency',
  ],
  run: async ({ api, out, project }, { environment, name, color, strict, emergency }) => {
    const fields = { name, color, strict, emergency }
    const body = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
    if (Object.keys(body).length === 0)
      wrongUse('Nothing is said to change.', '--name, --color, --strict or --emergency')
    const { id, slug } = await findEnvironment(api, project, environment)
    const answer = await api.updateEnvironment({ params: { projectId: project.id, envId: id }, body })
    out.show(answer, () => {
      if ('change' in answer) return noteProposed(out, slug, answer)
      out.note(rich`${green('Updated')} ${answer.slug}.`)
    })
  },
})
