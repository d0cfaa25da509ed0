import { type Endpoint, endpoints } from '@bunting/contract'
import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { laterStep } from '../api/support/schedules.ts'
import { createWebhook } from '../api/support/webhooks.ts'

const server = await startTestServer()
const org = await server.newOrganization()
const flag = await org.createFlag()
await org.put(org.at(flag.key), config())
await org.protect('production')
const { body: proposal } = await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 1 }))
const { body: schedule } = await org.post(`${org.at(flag.key)}/schedules`, { steps: [laterStep()] })

const names: Record<string, string> = {
  projectId: org.project.id,
  envId: org.environmentId('development'),
  flagKey: flag.key,
  segmentKey: (await org.saveSegment()).key,
  proposalId: proposal.id,
  scheduleId: schedule.id,
  keyId: (await org.createKey()).id,
  webhookId: (await createWebhook(org)).id,
  userId: (await server.newMember(org, 'viewer')).id,
  invitationId: 'inv_nobody',
  sessionId: 'sess_nobody',
  version: '1',
}
/** A session may call everything that a key may, and a little more. */
const { cookie } = await server.newMember(org, 'admin')
const bySession = { cookie, origin: new URL(server.deps.publicUrl).origin }
const byKey = { authorization: `Bearer ${org.key}` }
const headersFor = ({ access }: Endpoint): Record<string, string> =>
  ['session', 'readSession', 'adminSession'].includes(access) ? bySession : byKey
const everyEndpoint: [string, Endpoint][] = Object.entries(endpoints).filter(([, { access }]) => access !== 'operator')
const badSegments = [
  '%00',
  '%ff',
  '%2e%2e%2f',
  '__proto__',
  'constructor',
  "'; drop table flags; --",
  '%F0%9F%8E%8F',
  'x'.repeat(5_000),
]

for (const [operation, endpoint] of everyEndpoint) {
  test(`${operation} finds nothing under hostile names in its path`, async () => {
    for (const parameter of [...endpoint.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)) {
      for (const segment of badSegments) {
        const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name) =>
          name === parameter ? encodeURI(segment).replaceAll('%25', '%') : (names[name] ?? ''),
        )
        const response = await server.fetch(path, {
          method: endpoint.method,
          headers: { ...headersFor(endpoint), 'content-type': 'application/json' },
          ...(endpoint.body ? { body: '{}' } : {}),
        })
        expect(response.status, path.slice(0, 200)).toBe(404)
      }
    }
  })
}

test('null bytes and broken texts in a query are refused, unknown parameters ignored', async () => {
  expect((await org.get(`${org.base}/flags?search=%00`)).status).toBe(422)
  expect((await org.get(`${org.base}/audit-log?resourceId=a%00b`)).status).toBe(422)
  expect((await org.get('/v1/projects?slug=%00')).status).toBe(422)
  expect((await org.get('/v1/actors?ids=%00')).status).toBe(422)
  expect((await org.get(`${org.base}/flags?search=100%25_!`)).status).toBe(200)
  expect((await org.get(`${org.base}/flags?serach=x&__proto__=1`)).status).toBe(200)
})

test('nothing that was refused above was logged as a fault', () => {
  expect(server.logged).toEqual([])
})
