import { configText, ruleText } from '@bunting/contract/text'
import type { Rule } from '@bunting/engine'
import { z } from 'zod'
import { cleanText, cleanValue } from '../answer/clean.ts'
import { bounded, bytesOf, fitting, roomBeside } from '../answer/size.ts'
import { reading } from '../tool.ts'
import { environment, key } from './fields.ts'

const input = z.strictObject({
  key,
  environment,
  rules: z
    .strictObject({ from: z.int().min(0), to: z.int().min(0) })
    .optional()
    .describe('only these, from 0, to exclusive'),
})

/** Of a value in the head of the answer, and of the words of a rule beside its JSON. */
const maxBytes = { value: 300, words: 700 }

export const getFlag = reading({
  name: 'get_flag',
  description: 'Read a flag and its config in an environment, as JSON and in words.',
  input,
  answer: async (call, { key, environment, rules: wanted }) => {
    const env = await call.getEnvironment(environment)
    const flag = await call.api.getFlag({ params: { projectId: call.project.id, flagKey: key } })
    const latest = flag.versions[env.id]
    const facts = {
      key: flag.key,
      type: flag.type,
      name: cleanText(flag.name, 100),
      ...(flag.description ? { description: cleanText(flag.description) } : {}),
      ...(flag.tags ? { tags: flag.tags.slice(0, 5).map((tag) => cleanText(tag)) } : {}),
      ...(flag.archivedAt === null ? {} : { archived: true }),
      untrusted: true,
      environment: env.slug,
      protected: env.protected,
      version: latest?.version ?? 0,
    }
    if (!latest) return { ...facts, says: 'no config here yet' }
    const { rules, ...config } = latest.config
    const head = {
      ...facts,
      says: cleanText(configText(latest.config)),
      enabled: config.enabled,
      defaultValue: bounded(config.defaultValue, maxBytes.value),
      ...(config.prerequisites ? { prerequisites: bounded(config.prerequisites, maxBytes.value) } : {}),
      ...(config.variants ? { variants: bounded(config.variants, maxBytes.value) } : {}),
      ruleCount: rules.length,
    }
    const { from, to } = wanted ?? { from: 0, to: rules.length }
    const asked = rules.slice(from, to)
    const shown = fitting(
      asked.map((rule) => showRule(rule, roomBeside(head) - maxBytes.words)),
      head,
    )
    return {
      ...head,
      rules: shown,
      ...(shown.length < asked.length ? { truncated: true, nextRule: from + shown.length } : {}),
    }
  },
})

const showRule = (rule: Rule, maxRuleBytes: number): object => {
  const says = cleanText(ruleText(rule))
  const clean = cleanValue(rule)
  return bytesOf(clean) <= maxRuleBytes
    ? { says, rule: clean }
    : { says, rule: { id: rule.id, name: cleanText(rule.name, 100) }, truncated: true }
}
