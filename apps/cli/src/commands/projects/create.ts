import { command } from '../../core/command.ts'
import { required, text } from '../../core/parameters.ts'
import { green, rich } from '../../output/rich.ts'
import { titleOf } from '../title-of.ts'

export const createProject = command({
  name: 'create',
  summary: 'Create a project',
  description: 'It starts with the environments production, staging and development.',
  target: 'server',
  arguments: { slug: required('lower-case letters, digits and dashes') },
  options: { name: text('text', 'what people read (default: from the slug)') },
  examples: ['projects create shop', 'projects create shop --name "The shop"'],
  run: async ({ api, out }, { slug, name }) => {
    const project = await api.createProject({ body: { slug, name: name ?? titleOf(slug) } })
    out.show(project, () => {
      const slugs = project.environments.map((environment) => environment.slug).join(', ')
      out.note(rich`${green('Created')} ${project.slug} with the environments ${slugs}.`)
    })
  },
})
