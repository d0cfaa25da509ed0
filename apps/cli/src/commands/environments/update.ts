import { command } from '../../command.ts'
import { wrongUse } from '../../failure.ts'
import { green, rich } from '../../output/rich.ts'
import { text } from '../../parameters.ts'
import { findEnvironment } from '../../server/find-environment.ts'
import { environmentArgument } from './environment-argument.ts'

export const updateEnvironment = command({
  name: 'update',
  summary: 'Change the name or the colour of an environment',
  target: 'project',
  arguments: environmentArgument,
  options: { name: text('text', 'what people read'), color: text('#rrggbb', 'its colour in the dashboard') },
  examples: ['environments update staging --name "Staging (EU)"', 'environments update staging --color "#C98F12"'],
  run: async ({ api, out, project }, { environment, name, color }) => {
    if (name === undefined && color === undefined) wrongUse('Nothing is said to change.', '--name or --color')
    const { id } = await findEnvironment(api, project, environment)
    const body = { ...(name === undefined ? {} : { name }), ...(color === undefined ? {} : { color }) }
    const answer = await api.updateEnvironment({ params: { projectId: project.id, envId: id }, body })
    out.show(answer, () => out.note(rich`${green('Updated')} ${answer.slug}.`))
  },
})
