import { expect, test } from 'vitest'
import { openTestFlags } from './support/flags.ts'

const answer = { value: true, reason: 'RULE_MATCH', ruleId: 'rule_1' }

test('evaluations are told in requests that a page being left may still send', async () => {
  const sent: RequestInit[] = []
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    if (String(input).endsWith('/v1/evaluate/bulk')) {
      return Response.json({ results: { a: answer }, meta: { environmentId: 'env_1' } })
    }
    sent.push(init)
    return Response.json({ accepted: 1, rejected: [] }, { status: 202 })
  }
  const telemetry = { url: 'http://management.test', flushMs: 86_400_000 }
  const flags = openTestFlags({ fetch, flags: ['a'], telemetry })
  await flags.ready()
  flags.peek('a')
  for (let n = 0; n < 1_000; n++) flags.boolean('a', false)
  await flags.close()
  const events = sent.flatMap(({ body }) => JSON.parse(String(body)).events)
  expect(events).toHaveLength(1_000)
  expect(events[0]).toMatchObject({ flagKey: 'a', environmentId: 'env_1', ...answer, sdkType: 'client' })
  expect(sent.length).toBeGreaterThan(1)
  for (const { body, keepalive } of sent) {
    expect(String(body).length).toBeLessThan(64 * 1024)
    expect(keepalive).toBe(true)
  }
})
