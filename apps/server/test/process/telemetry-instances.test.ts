import { expect, test, vi } from 'vitest'
import { daysAgo, event, noon } from '../../src/testing/events.ts'
import { type ServiceHere, startHere } from '../../src/testing/servers/start-here.ts'
import { databases } from './support/databases.ts'
import { openOrganization, sendJson } from './support/organization.ts'

const times = <Result>(count: number, work: (at: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)))

const aggregated = (server: ServiceHere): string[] =>
  server.logged.filter((line) => line.includes('a day is aggregated')).map((line) => JSON.parse(line).day)

test('of a batch that several instances get at the same moment one takes the events', async () => {
  await using database = await databases.PostgreSQL()
  const servers = await times(3, () => startHere(database.settings))
  try {
    const apiKey = servers.flatMap(({ firstKey }) => firstKey ?? [])[0] ?? ''
    const organization = await openOrganization(apiKey, ...servers)
    const { key: flagKey } = await organization.createFlag()
    const body = { events: [event(organization, { flagKey, evaluatedAt: noon(1) })] }
    const send = (server: ServiceHere, key: string) =>
      sendJson(server.managementUrl, 'POST', '/v1/telemetry/events', {
        key: apiKey,
        body,
        headers: { 'idempotency-key': key },
      })
    const batches = await times(24, (at) => send(servers[at % 3] as ServiceHere, `batch-${at % 7}`))
    expect(new Set(batches.map(({ status }) => status))).toEqual(new Set([202]))
    const environmentId = organization.environmentId('development')
    await organization.post('/v1/telemetry/backfill', { date: daysAgo(1), environmentId })
    const path = `${organization.base}/flags/${flagKey}/usage?environmentId=${environmentId}`
    expect((await organization.get(path)).body.rows).toMatchObject([{ totalEvaluations: 7 }])
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
})

test('missed days are caught up at the start by one of the instances that start', async () => {
  await using database = await databases.PostgreSQL()
  await using first = await startHere(database.settings)
  const apiKey = first.firstKey ?? ''
  const founded = await openOrganization(apiKey, first)
  const { key: flagKey } = await founded.createFlag()
  const days = [5, 3, 1]
  const events = days.map((ago) => event(founded, { flagKey, evaluatedAt: noon(ago) }))
  await founded.post('/v1/telemetry/events', { events })
  await first.stop()

  const servers = await times(3, () => startHere(database.settings))
  try {
    const missed = days.map((ago) => daysAgo(ago))
    // The first instance may have aggregated some of them, if its own run was slow to begin.
    const done = () => [first, ...servers].flatMap(aggregated).toSorted()
    await vi.waitFor(() => expect(done()).toEqual(missed))
    const organization = await openOrganization(apiKey, ...servers)
    const path = `${organization.base}/flags/${flagKey}/usage?environmentId=${organization.environmentId('development')}`
    const { body } = await organization.get(path)
    expect(body.rows.map(({ date }: { date: string }) => date)).toEqual(missed)
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
  }
})
