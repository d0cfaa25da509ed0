import { z } from 'zod'
import { cleanText } from '../answer/clean.ts'
import { bounded, fitting } from '../answer/size.ts'
import { reading } from '../tool.ts'
import { anything, environment, key } from './fields.ts'

const input = z.strictObject({
  key,
  environment,
  context: anything.describe('{userId?, anonymousId?, attributes?: {}}'),
})

const maxBytes = { value: 500, conditions: 600 }

export const explain = reading({
  name: 'explain',
  description: 'Evaluate a flag for one context and say why, rule by rule.',
  input,
  answer: async (call, { key, environment, context }) => {
    const env = await call.getEnvironment(environment)
    const params = { projectId: call.project.id, envId: env.id, flagKey: key }
    const { result, version, rules, prerequisites } = await call.api.explainFlag({ params, body: { context } })
    const { value, ...why } = result
    const head = {
      value: bounded(value, maxBytes.value),
      ...why,
      version,
      untrusted: true,
      ...(prerequisites ? { prerequisites: bounded(prerequisites, maxBytes.value) } : {}),
    }
    const shown = rules.map(({ name, conditions, ...rule }) => ({
      ...rule,
      name: cleanText(name, 100),
      ...(conditions ? { conditions: bounded(conditions, maxBytes.conditions) } : {}),
    }))
    const taken = fitting(shown, head)
    return { ...head, rules: taken, ...(taken.length < rules.length ? { truncated: true } : {}) }
  },
})
