import { expect, test, vi } from 'vitest'
import { event, today } from '../../src/testing/events.ts'
import { type ServiceHere, startHere } from '../../src/testing/servers/start-here.ts'
import { databases } from './support/databases.ts'
import { openOrganization } from './support/organization.ts'

const settings = { BUNTING_EVENT_MEGABYTES_PER_DAY: '1', BUNTING_EVENT_VALUES_PER_DAY: '3' }

const openFlag = async (apiKey: string, ...servers: ServiceHere[]) => {
  const organization = await openOrganization(apiKey, ...servers)
  await organization.createFlag({ key: 'told', type: 'string' })
  return organization
}

/** Sends half a megabyte of events of one flag, with twenty values. */
const sendHalf = async (apiKey: string, server: ServiceHere) => {
  const organization = await openOrganization(apiKey, server)
  const events = Array.from({ length: 53 }, (_, index) =>
    event(organization, { flagKey: 'told', value: `${index % 20}${'x'.repeat(9_900)}` }),
  )
  return organization.post('/v1/telemetry/events', { events })
}

for (const [name, open] of Object.entries(databases)) {
  test(`on ${name} a start goes on counting what a day was sent before`, async () => {
    await using database = await open()
    await using first = await startHere({ ...database.settings, ...settings })
    const apiKey = first.firstKey ?? ''
    const organization = await openFlag(apiKey, first)
    expect((await sendHalf(apiKey, first)).status).toBe(202)
    expect((await sendHalf(apiKey, first)).status).toBe(202)
    expect((await sendHalf(apiKey, first)).status).toBe(422)
    await first.stop()

    await using again = await startHere({ ...database.settings, ...settings })
    const answer = await sendHalf(apiKey, again)
    expect(answer.status).toBe(422)
    expect(answer.body.error.details[0].message).toContain('has been sent its 1 MiB of events for today')
    const environmentId = organization.environmentId('development')
    const asked = await openOrganization(apiKey, again)
    await asked.post('/v1/telemetry/backfill', { date: today(), environmentId })
    const { body } = await asked.get(`${asked.base}/flags/told/usage?environmentId=${environmentId}`)
    expect(body.rows).toMatchObject([{ totalEvaluations: 106, valueDistribution: { '…': 94 } }])
    expect(Object.keys(body.rows[0].valueDistribution)).toHaveLength(3)
  })
}

test('instances know of what the others were sent, some seconds later', async () => {
  await using database = await databases.PostgreSQL()
  await using one = await startHere({ ...database.settings, ...settings })
  await using two = await startHere({ ...database.settings, ...settings })
  const apiKey = one.firstKey ?? two.firstKey ?? ''
  await openFlag(apiKey, one, two)
  await Promise.all([one, two].map((server) => sendHalf(apiKey, server)))
  // Polls rarely, since each request has half a megabyte.
  const seldom = { interval: 1_000 }
  for (const server of [two, one])
    await vi.waitFor(async () => expect((await sendHalf(apiKey, server)).status).toBe(422), seldom)
})
