import { command } from '../../core/command.ts'
import { required, switched, text } from '../../core/parameters.ts'
import { green, rich } from '../../output/rich.ts'
import { warnOfSync } from '../../output/warn-of-sync.ts'
import { findEnvironment } from '../../server/find-environment.ts'
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
    copyFrom: text('environment', 'start with what this one has: its flags and segments, by slug or id', {
      complete: 'environment',
    }),
    emergency: switched('admins may save past the proposals, with --emergency and a comment'),
  },
  examples: [
    'environments create qa',
    'environments create qa --copy-from staging',
    'environments create live --name "Live" --color "#CF4526" --protected',
  ],
  run: async ({ api, out, project }, { slug, name, color, protected: protection, strict, emergency, copyFrom }) => {
    const from = copyFrom === undefined ? undefined : await findEnvironment(api, project, copyFrom)
    const given = {
      protected: protection ?? false,
      ...(strict ? { strict } : {}),
      ...(emergency ? { emergency } : {}),
      ...(color ? { color } : {}),
      ...(from ? { copyFrom: from.id } : {}),
    }
    const environment = await api.createEnvironment({
      params: { projectId: project.id },
      body: { slug, name: name ?? titleOf(slug), ...given },
    })
    out.show(environment, () => {
      const copied = from ? rich` as a copy of ${from.slug}` : ''
      out.note(rich`${green('Created')} ${environment.slug} in ${project.slug}${copied}.`)
    })
    warnOfSync(out, environment)
  },
})
