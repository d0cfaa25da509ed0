import { endpoints } from '@bunting/contract'
import { findChanges } from '@bunting/contract/text'
import { configProblems } from '@bunting/engine'
import { z } from 'zod'
import { editConfig } from '../change/edit-config.ts'
import { changedShare, peopleText } from '../change/people.ts'
import { proposed, saved } from '../change/proposed.ts'
import { requireBody } from '../change/require-body.ts'
import { type Call, writing } from '../tool.ts'
import { anything, comment, environment, key } from './fields.ts'

const input = z.strictObject({
  key,
  environment,
  enabled: z.boolean().optional(),
  rollout: z.number().min(0).max(100).optional().describe('percent of the one rule that rolls out'),
  value: z.unknown().optional().describe('default value'),
  rules: z.array(anything).max(100).optional().describe('all rules, as get_flag shows them'),
  comment,
})

type Body = Parameters<Call['api']['createFlagVersion']>[0]['body']

export const changeFlag = writing({
  name: 'change_flag',
  description: 'Turn a flag on or off, or change its rollout, default or rules. Protected environments get a proposal.',
  input,
  destructive: true,
  plan: async (call, { key, environment, comment, ...edit }) => {
    const { api, project } = call
    const env = await call.getEnvironment(environment)
    const flag = await api.getFlag({ params: { projectId: project.id, flagKey: key } })
    const latest = flag.versions[env.id]
    const { version = 0, ...before } = latest?.config ?? {}
    const draft = editConfig(flag.type, latest && (before as never), edit)
    const body = { ...draft, comment } as unknown as Body
    requireBody(endpoints.createFlagVersion, { ...body, version: version + 1 }, configProblems(draft, flag.type))
    const changes = findChanges(before, draft)
    const params = { projectId: project.id, envId: env.id, flagKey: flag.key }
    if (changes.length === 0) return { carryOut: async () => ({ changed: false, says: 'It is like this already.' }) }
    if (env.protected) {
      return {
        carryOut: async () => proposed(call, (await api.createProposal({ params, body: { ...body, version } })).id),
      }
    }
    return {
      question: {
        title: `Change ${flag.key} in ${env.slug}`,
        changes,
        people: peopleText(changedShare(latest && (before as never), draft)),
        comment,
        basis: [flag.id, env.id, version],
      },
      carryOut: async () => {
        const made = await api.createFlagVersion({ params, body: { ...body, version: version + 1 } })
        return saved(made, { key: flag.key, environment: env.slug, version: made.version })
      },
    }
  },
})
