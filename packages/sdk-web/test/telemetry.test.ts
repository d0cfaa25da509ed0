import { expect, test } from 'vitest'
import { openTestFlags } from './support/flags.ts'

const answer = { value: true, reason: 'RULE_MATCH', ruleId: 'rule_1' }

test('evaluations are told in requests that a page being left may still send', async () => {
  const sent: RequestInit[] = []
  const keys = Array.from({ length: 500 }, (_, index) => `flag-${index}`)
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    if (String(input).endsWith('/v1/evaluate/bulk')) {
      const results = Object.fromEntries(keys.map((key) => [key, answer]))
      return Response.json({ results, meta: { environmentId: 'env_1' } })
    }
    sent.push(init)
    return Response.json({ accepted: 1, rejected: [] }, { status: 202 })
  }
  const telemetry = { url: 'http://management.test', flushMs: 86_400_000 }
  const flags = openTestFlags({ fetch, flags: keys, telemetry })
  await flags.ready()
  flags.peek('flag-0')
  for (const key of [...keys, 'flag-0']) flags.boolean(key, false)
  await flags.close()
  const events = sent.flatMap(({ body }) => JSON.parse(String(body)).events)
  expect(events).toHaveLength(500)
  expect(events[0]).toMatchObject({ flagKey: 'flag-0', environmentId: 'env_1', ...answer, sdkType: 'client', count: 2 })
  expect(sent.length).toBeGreaterThan(1)
  for (const { body, keepalive } of sent) {
    expect(String(body).length).toBeLessThan(64 * 1024)
    expect(keepalive).toBe(true)
  }
})
