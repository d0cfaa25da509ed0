import { plans } from '@bunting/contract'
import { command } from '../../core/command.ts'
import { oneOf, required } from '../../core/parameters.ts'
import { dim, rich } from '../../output/rich.ts'

export const createOrganization = command({
  name: 'create',
  summary: 'Create an organization with a project and a first server key',
  description: 'The key is printed this once, alone on standard output.',
  target: 'operator',
  arguments: { name: required('what people read') },
  options: { plan: oneOf('plan', plans, 'what it includes (default: free)') },
  examples: ['orgs create "Acme" --plan enterprise'],
  run: async ({ api, out }, { name, plan = 'free' }) => {
    const answer = await api.createOrganization({ body: { name, plan } })
    out.show(answer, () => {
      out.note(dim(rich`${answer.id}, with the project ${answer.project.slug}. Its server key, shown this once:`))
      out.print(rich`${answer.key}`)
    })
  },
})
