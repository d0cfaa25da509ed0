import { expect, test } from 'vitest'
import { event, today } from '../../src/testing/events.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'

const server = await startTestServer({ analytics: false })
const org = await server.newOrganization()
const environmentId = org.environmentId('development')
const unavailable = { status: 503, body: { error: { code: 'SERVICE_UNAVAILABLE' } } }

test('without the analytics service events, backfills and live usage are answered with 503', async () => {
  const { key } = await org.createFlag()
  expect(await org.get(`${org.base}/flags/${key}/usage/live?environmentId=${environmentId}`)).toMatchObject(unavailable)
  expect(await org.post('/v1/telemetry/events', { events: [event(org)] })).toMatchObject(unavailable)
  expect(await org.post('/v1/telemetry/backfill', { date: today(), environmentId })).toMatchObject(unavailable)
})

test('without it usage still shows what was aggregated before', async () => {
  const { key } = await org.createFlag()
  const answer = await org.get(`${org.base}/flags/${key}/usage?environmentId=${environmentId}`)
  expect(answer).toMatchObject({ status: 200, body: { rows: [] } })
})
