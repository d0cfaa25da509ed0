import { limits } from '@bunting/contract'
import { z } from 'zod'
import { cleanText } from '../answer/clean.ts'
import { cursor } from '../answer/page.ts'
import { fitting } from '../answer/size.ts'
import { type Call, reading } from '../tool.ts'
import { key } from './fields.ts'
import { answerStale } from './stale.ts'

const input = z.strictObject({
  key: key.optional(),
  days: z.int().min(1).max(limits.usageDays).optional().describe('default 30'),
  cursor,
})

export const usage = reading({
  name: 'usage',
  description: 'Count evaluations of a flag per environment; without key, list stale flags.',
  input,
  answer: (call, { key, days, cursor }) =>
    key === undefined ? answerStale(call, { days, cursor }) : answerUsage(call, key, days ?? 30),
})

const dayMs = 86_400_000
const maxValues = 5

const answerUsage = async (call: Call, key: string, days: number): Promise<object> => {
  const params = { projectId: call.project.id, flagKey: key }
  const from = new Date(call.nowMs() - (days - 1) * dayMs).toISOString().slice(0, 10)
  const environments = []
  for (const { id, slug } of await call.listEnvironments()) {
    const { rows } = await call.api.getUsage({ params, query: { environmentId: id, from } })
    environments.push({
      environment: slug,
      evaluations: rows.reduce((sum, { totalEvaluations }) => sum + totalEvaluations, 0),
      lastDay:
        rows
          .map(({ date }) => date)
          .sort()
          .at(-1) ?? null,
      values: mostFrequent(rows.map(({ valueDistribution }) => valueDistribution)),
    })
  }
  const head = { key, from, untrusted: true }
  const shown = fitting(environments, head)
  return { ...head, environments: shown, ...(shown.length < environments.length ? { truncated: true } : {}) }
}

const mostFrequent = (days: readonly Record<string, number>[]): object[] => {
  const counts = new Map<string, number>()
  for (const [value, count] of days.flatMap(Object.entries<number>)) counts.set(value, (counts.get(value) ?? 0) + count)
  return [...counts]
    .sort(([, one], [, other]) => other - one)
    .slice(0, maxValues)
    .map(([value, count]) => ({ value: cleanText(value, 60), count }))
}
