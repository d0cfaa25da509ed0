import { endpoints, fail, limits, type StepChange } from '@bunting/contract'
import { z } from 'zod'
import { applyStep } from '../change/apply-step.ts'
import { changedShare, peopleText } from '../change/people.ts'
import { proposed, saved } from '../change/proposed.ts'
import { requireBody } from '../change/require-body.ts'
import { type Call, writing } from '../tool.ts'
import { anything, comment, environment, key } from './fields.ts'

const step = z.strictObject({
  at: z.string().optional().describe('instant; or after'),
  after: z.int().optional().describe('seconds'),
  change: anything.describe('{enabled?, defaultValue?, rules?: {<rule id>: {enabled?, rolloutPercentage?, value?}}}'),
})
const input = z.strictObject({ key, environment, steps: z.array(step).min(1).max(limits.steps), comment })

type Steps = Parameters<Call['api']['createSchedule']>[0]['body']['steps']

export const scheduleChange = writing({
  name: 'schedule_change',
  description: 'Schedule changes of a config, such as a ramp. Protected environments get a proposal.',
  input,
  destructive: true,
  plan: async (call, { key, environment, steps, comment }) => {
    const { api, project } = call
    requireBody(endpoints.createSchedule, { steps, comment })
    const env = await call.getEnvironment(environment)
    const flag = await api.getFlag({ params: { projectId: project.id, flagKey: key } })
    const config =
      flag.versions[env.id]?.config ??
      fail('CONFLICT', `${flag.key} has no config in ${env.slug} yet: change_flag gives it one.`)
    const carryOut = async () => {
      const made = await api.createSchedule({
        params: { projectId: project.id, envId: env.id, flagKey: flag.key },
        body: { steps: steps as unknown as Steps, comment },
      })
      return made.proposalId === undefined
        ? saved(made, { schedule: made.id, status: made.status })
        : { ...proposed(call, made.proposalId), schedule: made.id }
    }
    if (env.protected) return { carryOut }
    let [last, share] = [config as Parameters<typeof applyStep>[0], 0]
    for (const { change } of steps) {
      const next = applyStep(last, change as StepChange)
      share = Math.min(100, share + changedShare(last, next))
      last = next
    }
    return {
      question: {
        title: `Schedule ${steps.length} changes of ${flag.key} in ${env.slug}`,
        changes: steps.map(({ change, ...when }, at) => ({ path: `step ${at + 1}`, after: { ...when, ...change } })),
        people: peopleText(share),
        comment,
        basis: [flag.id, env.id, config.version],
      },
      carryOut,
    }
  },
})
