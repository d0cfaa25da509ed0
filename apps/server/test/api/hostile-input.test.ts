import { type Endpoint, endpoints } from '@bunting/contract'
import { expect, test } from 'vitest'
import { experimentsOf } from '../../src/testing/experiments.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { laterStep } from './support/schedules.ts'
import { createWebhook } from './support/webhooks.ts'

const server = await startTestServer({ analytics: true })
const org = await server.newOrganization()
const flag = await org.createFlag()
await org.put(org.at(flag.key), config())
await org.protect('production')
const { body: proposal } = await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 1 }))
const { body: schedule } = await org.post(`${org.at(flag.key)}/schedules`, { steps: [laterStep()] })
const experiment = await experimentsOf(org).run()

const names: Record<string, string> = {
  projectId: org.project.id,
  envId: org.environmentId('development'),
  flagKey: flag.key,
  segmentKey: (await org.saveSegment()).key,
  proposalId: proposal.id,
  scheduleId: schedule.id,
  experimentId: experiment.id,
  metricKey: experiment.primary,
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
const withBody = everyEndpoint.filter(([, endpoint]) => endpoint.body)
const pathOf = ({ path }: Endpoint) => path.replace(/\{(\w+)\}/g, (_, name) => names[name] ?? '')

const sendRaw = (endpoint: Endpoint, body: BodyInit, headers: Record<string, string> = {}) =>
  server.fetch(pathOf(endpoint), {
    method: endpoint.method,
    headers: { ...headersFor(endpoint), 'content-type': 'application/json', ...headers },
    body,
  })

const auditLength = async () => (await org.walk(`${org.base}/audit-log`)).length

const badBodies: [string, string, number][] = [
  ['broken JSON', '{"name": ', 400],
  ['no JSON at all', 'hello', 400],
  ['a trailing comma', '{"name":"x",}', 400],
  ['null', 'null', 422],
  ['a text', '"name"', 422],
  ['a number', '7', 422],
  ['an array', '[]', 422],
  ['an unknown field', '{"nmae":"x"}', 422],
  ['__proto__ as a field', '{"__proto__":{"name":"x"}}', 422],
  ['constructor as a field', '{"constructor":{"prototype":{"name":"x"}}}', 422],
  ['ten thousand nested arrays', '['.repeat(10_000) + ']'.repeat(10_000), 422],
  ['ten thousand nested objects', `${'{"name":'.repeat(10_000)}1${'}'.repeat(10_000)}`, 422],
  [
    'a null byte',
    JSON.stringify({ name: 'a\0b', note: 'a\0b', context: { userId: 'a\0b' }, description: 'a\0b' }),
    422,
  ],
  [
    'half of a surrogate pair',
    '{"name":"\\ud800","note":"\\ud800","context":{"userId":"\\ud800"},"description":"\\ud800"}',
    422,
  ],
]

for (const [operation, endpoint] of withBody) {
  for (const [what, body, status] of badBodies) {
    test(`${operation} refuses ${what} and stores nothing`, async () => {
      const before = await auditLength()
      const response = await sendRaw(endpoint, body)
      const { error } = (await response.json()) as {
        error: { code: string; details?: { path: string; message: string }[] }
      }
      expect(response.status).toBe(status)
      expect(error.code).toBe(status === 400 ? 'INVALID_JSON' : 'VALIDATION_ERROR')
      if (status === 422) expect(error.details?.every((detail) => detail.message.length > 0)).toBe(true)
      expect(await auditLength()).toBe(before)
    })
  }

  test(`${operation} refuses other media types`, async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', '']) {
      const response = await sendRaw(endpoint, '{}', { 'content-type': type })
      expect(response.status).toBe(415)
    }
  })

  test(`${operation} refuses bytes that are no UTF-8`, async () => {
    const response = await sendRaw(endpoint, new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]))
    expect(response.status).toBe(400)
  })

  test(`${operation} refuses a body over its limit, announced or not`, async () => {
    const large = JSON.stringify({ name: 'x'.repeat(endpoint.bodyBytes ?? 256 * 1024) })
    expect((await sendRaw(endpoint, large)).status).toBe(413)
    const stream = new Blob([large]).stream()
    const response = await server.fetch(pathOf(endpoint), {
      method: endpoint.method,
      headers: { ...headersFor(endpoint), 'content-type': 'application/json' },
      body: stream,
      duplex: 'half',
    } as RequestInit)
    expect(response.status).toBe(413)
    expect(await response.json()).toMatchObject({ error: { code: 'PAYLOAD_TOO_LARGE' } })
  })
}

test('an empty body is told apart from a broken one', async () => {
  const answer = await org.post('/v1/projects')
  expect(answer).toMatchObject({
    status: 400,
    body: { error: { code: 'INVALID_JSON', message: expect.stringContaining('empty') } },
  })
})

const badQueries = [
  'limit=0',
  'limit=101',
  'limit=-1',
  'limit=1.5',
  'limit=ten',
  'limit=',
  'limit=1e1',
  'cursor=x',
  'cursor=-5',
  'cursor=99999999999999999999',
  'cursor=',
]

for (const [operation, endpoint] of everyEndpoint.filter(
  ([name]) =>
    name.startsWith('list') &&
    !['listActors', 'listFlagSummaries', 'listSessions', 'listSeenEvents', 'listExperimentDays'].includes(name),
)) {
  test(`${operation} refuses bad limits and cursors, and says which`, async () => {
    for (const query of badQueries) {
      const answer = await server.send(endpoint.method, `${pathOf(endpoint)}?${query}`, {
        headers: headersFor(endpoint),
        ...(endpoint.body && { body: { context: {} } }),
      })
      expect(answer.status, query).toBe(422)
      expect(answer.body.error.details).toEqual([{ path: query.split('=')[0], message: expect.any(String) }])
    }
  })
}

test('malformed authorization is an invalid key, whatever it holds', async () => {
  for (const authorization of [
    'Bearer',
    'Bearer ',
    'Basic abc',
    'Bearer a b',
    `Bearer sk_${'é'.repeat(43)}`,
    `Bearer ${'x'.repeat(10_000)}`,
  ]) {
    const response = await server.fetch('/v1/projects', {
      headers: { authorization: authorization.replaceAll('é', '%') },
    })
    expect(response.status, authorization.slice(0, 40)).toBe(401)
    expect(await response.json()).toMatchObject({ error: { code: 'INVALID_API_KEY' } })
  }
})

test('nothing that was refused above was logged as a fault', () => {
  expect(server.logged).toEqual([])
})
