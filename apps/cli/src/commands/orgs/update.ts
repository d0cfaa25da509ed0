import { plans } from '@bunting/contract'
import { command } from '../../core/command.ts'
import { wrongUse } from '../../core/failure.ts'
import { oneOf, required, text } from '../../core/parameters.ts'
import { green, rich } from '../../output/rich.ts'

export const updateOrganization = command({
  name: 'update',
  summary: 'Change the name or the plan of an organization',
  target: 'operator',
  arguments: { organization: required('its id: org_…') },
  options: { name: text('text', 'what people read'), plan: oneOf('plan', plans, 'what it includes') },
  examples: ['orgs update org_019a7d3e5c7b7f0e8a4d2b1c3e5f7a9b --plan pro'],
  run: async ({ api, out }, { organization, name, plan }) => {
    if (name === undefined && plan === undefined) wrongUse('Nothing is said to change.', '--name or --plan')
    const body = { ...(name === undefined ? {} : { name }), ...(plan === undefined ? {} : { plan }) }
    const answer = await api.updateOrganization({ params: { orgId: organization }, body })
    out.show(answer, () => out.note(rich`${green('Updated')} ${answer.name}, on the ${answer.plan} plan.`))
  },
})
