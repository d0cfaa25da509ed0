import { expect, test } from 'vitest'
import { config } from '../../../apps/server/src/testing/test-organization.ts'
import { startTestServer } from '../../../apps/server/src/testing/test-server.ts'
import { openTestFlags } from './support/flags.ts'

const server = await startTestServer({ analytics: true })
const management = 'http://management.test'

/** Requests to the Management API reach it without a port. */
const fetch: typeof globalThis.fetch = (input, init) =>
  String(input).startsWith(management)
    ? server.fetch(String(input).slice(management.length), init)
    : globalThis.fetch(input, init)

test("what was evaluated is in the flag's usage", async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag({ type: 'string' })
  const green = {
    id: 'rule_pro',
    conditions: [{ attribute: 'plan', operator: 'equals', value: 'pro' }],
    value: 'green',
  }
  await org.put(org.at(key), config({ defaultValue: 'blue', rules: [green] }))

  const errors: unknown[] = []
  const flags = openTestFlags({ url: server.deliveryUrl, key: org.key, fetch, telemetry: { url: management } })
  flags.on('error', ({ error }) => errors.push(error))
  await flags.ready()
  for (let n = 0; n < 5; n++) flags.string(key, { attributes: { plan: 'pro' } }, 'red')
  flags.string(key, {}, 'red')
  flags.number(key, {}, 1)
  await flags.close()

  const environmentId = org.environmentId('development')
  const date = new Date().toISOString().slice(0, 10)
  await org.post('/v1/telemetry/backfill', { date, environmentId })
  const { body } = await org.get(`${org.base}/flags/${key}/usage?environmentId=${environmentId}`)
  expect(errors).toEqual([])
  expect(body.rows).toMatchObject([
    {
      totalEvaluations: 7,
      valueDistribution: { green: 5, blue: 1, null: 1 },
      ruleMatchCount: 5,
      defaultCount: 1,
      errorCount: 1,
    },
  ])
})
