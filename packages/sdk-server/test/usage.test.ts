import { expect, test } from 'vitest'
import { startTestServer } from '../../../apps/server/src/testing/servers/test-server.ts'
import { config } from '../../../apps/server/src/testing/test-organization.ts'
import type { Flags } from '../src/index.ts'
import { openTestFlags } from './support/flags.ts'

const server = await startTestServer({ analytics: true })
const management = 'http://management.test'

/** Passes requests for the Management API to it directly, without a port. */
const fetch: typeof globalThis.fetch = (input, init) =>
  String(input).startsWith(management)
    ? server.fetch(String(input).slice(management.length), init)
    : globalThis.fetch(input, init)

type Organization = Awaited<ReturnType<typeof server.newOrganization>>

/** The flag's usage today, after the flags were closed without an error. */
const usageAfter = async (org: Organization, key: string, evaluate: (flags: Flags) => void) => {
  const errors: unknown[] = []
  const flags = openTestFlags({ url: server.deliveryUrl, key: org.key, fetch, telemetry: { url: management } })
  flags.on('error', ({ error }) => errors.push(error))
  await flags.ready()
  evaluate(flags)
  await flags.close()
  expect(errors).toEqual([])
  const environmentId = org.environmentId('development')
  const date = new Date().toISOString().slice(0, 10)
  await org.post('/v1/telemetry/backfill', { date, environmentId })
  return (await org.get(`${org.base}/flags/${key}/usage?environmentId=${environmentId}`)).body.rows
}

const forPro = (value: unknown) => ({
  id: 'rule_pro',
  conditions: [{ attribute: 'plan', operator: 'equals', value: 'pro' }],
  value,
})
const pro = { attributes: { plan: 'pro' } }

test("what was evaluated is in the flag's usage", async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag({ type: 'string' })
  await org.put(org.at(key), config({ defaultValue: 'blue', rules: [forPro('green')] }))
  const rows = await usageAfter(org, key, (flags) => {
    for (let n = 0; n < 5; n++) flags.string(key, pro, 'red')
    flags.string(key, {}, 'red')
    flags.number(key, {}, 1)
  })
  expect(rows).toMatchObject([
    {
      totalEvaluations: 7,
      valueDistribution: { green: 5, blue: 1, null: 1 },
      ruleMatchCount: 5,
      defaultCount: 1,
      errorCount: 1,
    },
  ])
})

test('an object is there under the key of its variant, else under its text', async () => {
  const org = await server.newOrganization()
  const { key } = await org.createFlag({ type: 'json' })
  const small = { perMinute: 60 }
  const variants = [{ key: 'small', value: small }]
  await org.put(org.at(key), config({ defaultValue: small, variants, rules: [forPro({ perMinute: 600 })] }))
  const rows = await usageAfter(org, key, (flags) => {
    flags.json(key, {}, {})
    flags.json(key, pro, {})
  })
  expect(rows).toMatchObject([{ valueDistribution: { small: 1, '{"perMinute":600}': 1 } }])
})
