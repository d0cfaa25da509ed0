import { command } from '../../command.ts'
import { green, rich } from '../../output/rich.ts'
import { required, switched, text } from '../../parameters.ts'
import { titleOf } from '../title-of.ts'

export const createEnvironment = command({
  name: 'create',
  summary: 'Create an environment',
  target: 'project',
  arguments: { slug: required('lower-case letters, digits and dashes') },
  options: {
    name: text('text', 'what people read (default: from the slug)'),
    color: text('#rrggbb', 'its colour in the dashboard'),
    protected: switched('its configs change by proposals only'),
    strict: switched('and two people for everything else that changes what it answers'),
    emergency: switched('admins may save past the proposals, with --emergency and a comment'),
  },
  examples: ['environments create qa', 'environments create live --name "Live" --color "#CF4526" --protected'],
  run: async ({ api, out, project }, { slug, name, color, protected: protection, strict, emergency }) => {
    const given = {
      protected: protection ?? false,
      ...(strict ? { strict } : {}),
      ...(emergency ? { emergency } : {}),
      ...(color ? { color } : {}),
    }
    const environment = await api.createEnvironment({
      params: { projectId: project.id },
      body: { slug, name: name ?? titleOf(slug), ...given },
    })
    out.show(environment, () => out.note(rich`${green('Created')} ${environment.slug} in ${project.slug}.`))
  },
})
