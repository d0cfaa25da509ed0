import { type Endpoint, endpoints } from '@bunting/contract'
import { expect, test } from 'vitest'
import { experimentsOf } from '../../src/testing/experiments.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { laterStep } from './support/schedules.ts'
import { createWebhook, settled } from './support/webhooks.ts'

const server = await startTestServer({ analytics: true })

/** An organization with one resource of each kind, by the names that they have in paths. */
const furnish = async () => {
  const org = await server.newOrganization()
  const webhook = await createWebhook(org)
  const flag = await org.createFlag()
  const segment = await org.saveSegment()
  const key = await org.createKey()
  await org.put(org.at(flag.key), config())
  await org.protect('production')
  const { body: proposal } = await org.post(`${org.at(flag.key, 'production')}/proposals`, config({ version: 0 }))
  const { body: schedule } = await org.post(`${org.at(flag.key)}/schedules`, { steps: [laterStep()] })
  const { id: experimentId, primary: metricKey } = await experimentsOf(org).run()
  const { body: view } = await org.post(`${org.base}/views`, { name: 'Mine', search: 'tag=checkout' })
  const { body: context } = await org.post(`${org.base}/contexts`, { name: 'Ada', context: { userId: 'ada' } })
  await settled(server)
  const [delivery] = await org.walk(`/v1/webhooks/${webhook.id}/deliveries`)
  const admin = await server.newMember(org, 'admin')
  const { body: invitation } = await admin.post('/v1/invitations', { email: 'grace@example.com', role: 'viewer' })
  const names: Record<string, string> = {
    orgId: org.id,
    projectId: org.project.id,
    envId: org.environmentId('development'),
    flagKey: flag.key,
    segmentKey: segment.key,
    proposalId: proposal.id,
    scheduleId: schedule.id,
    experimentId,
    metricKey,
    keyId: key.id,
    webhookId: webhook.id,
    messageId: delivery.id,
    viewId: view.id,
    contextId: context.id,
    userId: (await server.newMember(org, 'viewer')).id,
    invitationId: invitation.id,
    version: '1',
  }
  return { org, names, admin }
}

const fill = (path: string, names: Record<string, string>) => path.replace(/\{(\w+)\}/g, (_, name) => names[name] ?? '')

const mine = await furnish()
const theirs = await furnish()
/** Without the endpoints of sign-in, which belong to no organization. */
const everyEndpoint: [string, Endpoint][] = Object.entries(endpoints).filter(
  ([, { access }]) => !['operator', 'public', 'session'].includes(access),
)
const parametersOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string)

/** Endpoints for people are called with a session, since no key may call them. */
const callerOf = ({ access }: Endpoint) => (['readSession', 'adminSession'].includes(access) ? mine.admin : mine.org)

/** The body need not be valid: the resources in the path are checked first. */
const bodyFor = ({ body }: Endpoint) => (body ? {} : undefined)

for (const [operation, endpoint] of everyEndpoint) {
  const parameters = parametersOf(endpoint.path).filter((name) => name !== 'version')

  for (const parameter of parameters) {
    test(`${operation} does not find another organization's ${parameter}`, async () => {
      const foreign = { ...mine.names, [parameter]: theirs.names[parameter] as string }
      const unknown = { ...mine.names, [parameter]: `${parameter.slice(0, 4)}_nobody` }
      const path = fill(endpoint.path, foreign)
      const answer = await callerOf(endpoint).send(endpoint.method, path, bodyFor(endpoint))
      const answerForNobody = await callerOf(endpoint).send(
        endpoint.method,
        fill(endpoint.path, unknown),
        bodyFor(endpoint),
      )
      const answerForSession = await mine.admin.send(endpoint.method, path, bodyFor(endpoint))
      expect(answer.status).toBe(404)
      expect(answer.body).toEqual(answerForNobody.body)
      expect(answerForSession.body).toEqual(answer.body)
    })
  }

  test(`${operation} answers 404 for everything of another organization at once`, async () => {
    if (parameters.length === 0) {
      const { body } = await mine.org.send(
        endpoint.method,
        `${endpoint.path}?ids=${theirs.names.keyId},${theirs.names.userId}`,
        bodyFor(endpoint),
      )
      expect(JSON.stringify(body)).not.toContain(theirs.org.id)
      expect(JSON.stringify(body)).not.toContain(theirs.names.keyId)
      expect(JSON.stringify(body)).not.toContain(theirs.names.userId)
      return
    }
    const answer = await callerOf(endpoint).send(endpoint.method, fill(endpoint.path, theirs.names), bodyFor(endpoint))
    expect(answer.status).toBe(404)
  })

  test(`${operation} needs a key`, async () => {
    const path = fill(endpoint.path, mine.names)
    const without = await server.send(endpoint.method, path)
    expect(without).toMatchObject({ status: 401, body: { error: { code: 'UNAUTHORIZED' } } })
    const unknown = await server.send(endpoint.method, path, { key: `sk_${'x'.repeat(43)}` })
    expect(unknown).toMatchObject({ status: 401, body: { error: { code: 'INVALID_API_KEY' } } })
  })

  // Client keys may send telemetry.
  if (endpoint.access === 'telemetry') continue

  test(`${operation} refuses client keys and keys without the manage scope`, async () => {
    const path = fill(endpoint.path, mine.names)
    for (const fields of [{ type: 'client' }, { scopes: ['evaluate', 'telemetry'] }]) {
      const { key } = await mine.org.createKey(fields)
      const answer = await server.send(endpoint.method, path, { key })
      expect(answer).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } })
    }
  })
}

test("nothing was changed in the other organization's project", async () => {
  const entries = await theirs.org.walk(`${theirs.org.base}/audit-log`)
  expect(new Set(entries.map((entry) => entry.orgId))).toEqual(new Set([theirs.org.id]))
  expect(entries.map((entry) => entry.action).sort()).toEqual([
    'api_key.created',
    'api_key.created',
    'context.created',
    'environment.updated',
    'experiment.created',
    'experiment.started',
    'flag.created',
    'flag.created',
    'flag.proposal.created',
    'flag.version.created',
    'flag.version.created',
    'member.invited',
    'metric.created',
    'project.created',
    'schedule.created',
    'schedule.started',
    'segment.created',
    'segment.version.created',
    'view.created',
    'webhook.created',
  ])
})

test('a flag of another project of the same organization is not found either', async () => {
  const { body: other } = await mine.org.post('/v1/projects', { name: 'Other', slug: 'other' })
  const answer = await mine.org.get(`/v1/projects/${other.id}/flags/${mine.names.flagKey}`)
  expect(answer.status).toBe(404)
  const environment = await mine.org.get(`/v1/projects/${other.id}/environments/${mine.names.envId}`)
  expect(environment.status).toBe(404)
})
