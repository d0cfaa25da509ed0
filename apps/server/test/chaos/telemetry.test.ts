import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { daysAgo, today } from '../../src/testing/events.ts'
import { type ServerProcess, type Settings, startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import type { TestOrganization } from '../../src/testing/test-organization.ts'
import { databases } from '../process/support/databases.ts'
import { openOrganization, sendJson } from '../process/support/organization.ts'
import { type ModelEvent, openUsageModel } from './support/usage-model.ts'

const flagKeys = ['checkout', 'search']
const slugs = ['development', 'production']
const reasons = ['RULE_MATCH', 'ROLLOUT', 'DEFAULT', 'DISABLED', 'FLAG_NOT_FOUND', 'ERROR']
const oldest = 29
const hourMs = 60 * 60 * 1_000

const eventArbitrary = fc.record({
  flagKey: fc.constantFrom(...flagKeys),
  slug: fc.constantFrom(...slugs),
  value: fc.constantFrom(true, false, 'blue', '', '__proto__', 'a\tb\\c', 3.5, null),
  reason: fc.constantFrom(...reasons),
  hoursAgo: fc.oneof(fc.nat(30), fc.nat(oldest * 24 - 1)),
})
const roundArbitrary = fc.record({
  batches: fc.array(fc.array(eventArbitrary, { minLength: 1, maxLength: 20 }), { minLength: 20, maxLength: 60 }),
  /** The number of answers after which the server is killed. */
  killAfter: fc.nat(50),
  /** The answered batches that are sent again. */
  repeated: fc.array(fc.nat(59), { maxLength: 10 }),
  backfilledDaysAgo: fc.array(fc.nat(oldest), { maxLength: 4 }),
})
type Round = typeof roundArbitrary extends fc.Arbitrary<infer Value> ? Value : never
type Batch = { key: string; events: ModelEvent[] }

const toBatch = (organization: TestOrganization, events: Round['batches'][number]): Batch => ({
  key: randomUUID(),
  events: events.map(({ slug, hoursAgo, ...event }) => ({
    ...event,
    environmentId: organization.environmentId(slug),
    evaluatedAt: Date.now() - hoursAgo * hourMs,
  })),
})

const submit = ({ managementUrl }: Pick<ServerProcess, 'managementUrl'>, apiKey: string, { key, events }: Batch) => {
  const about = { flagId: 'flag_1', sdkType: 'server', sdkVersion: '1' }
  return sendJson(managementUrl, 'POST', '/v1/telemetry/events', {
    key: apiKey,
    body: { events: events.map((event) => ({ ...event, ...about })) },
    headers: { 'idempotency-key': key },
  })
}

/** Sends from several senders at once until the server is gone; returns the batches that may or may not have been stored. */
const sendUntilKilled = async (server: ServerProcess, apiKey: string, batches: Batch[], round: Round) => {
  const unanswered = new Set(batches)
  const waiting = [...batches]
  let answers = 0
  const sender = async (): Promise<void> => {
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
      const answer = await submit(server, apiKey, batch).catch(() => undefined)
      if (!answer) return
      expect(answer.status).toBe(202)
      unanswered.delete(batch)
      if (answers++ === round.killAfter) void server.kill9()
    }
  }
  const organization = await openOrganization(apiKey, server).catch(() => undefined)
  const backfills = round.backfilledDaysAgo.map((ago) =>
    organization
      ?.post('/v1/telemetry/backfill', { date: daysAgo(ago), environmentId: organization.environmentId('production') })
      .catch(() => undefined),
  )
  await Promise.all([...Array.from({ length: 4 }, sender), ...backfills])
  await server.kill9()
  return [...unanswered]
}

/** Checks that the figures are exact after kills, repeats and backfills. */
const expectExact = async (settings: Settings, rounds: Round[]): Promise<void> => {
  const model = openUsageModel()
  await using first = await startHere(settings)
  const apiKey = first.firstKey ?? ''
  const founded = await openOrganization(apiKey, first)
  for (const key of flagKeys) await founded.createFlag({ key })
  await first.stop()

  let left: Batch[] = []
  for (const round of rounds) {
    await using server = await startServer(settings)
    const batches = round.batches.map((events) => toBatch(founded, events))
    for (const { events } of batches) model.count(events)
    const repeated = round.repeated.flatMap((index) => batches[index] ?? [])
    left = await sendUntilKilled(server, apiKey, [...left, ...batches, ...repeated], round)
  }
  await using last = await startHere(settings)
  for (const batch of left) expect((await submit(last, apiKey, batch)).status).toBe(202)
  await last.stop()

  await using server = await startHere(settings)
  const organization = await openOrganization(apiKey, server)
  const places = flagKeys.flatMap((flagKey) =>
    slugs.map((slug) => ({ flagKey, environmentId: organization.environmentId(slug) })),
  )
  const expectAll = async (wanted?: (date: string) => boolean) => {
    for (const { flagKey, environmentId } of places) {
      await model.expectSame(organization, flagKey, environmentId, wanted)
    }
  }
  // Past days are aggregated at the start.
  await vi.waitFor(() => expectAll((date) => date < today()))
  for (const ago of [0, 0, 1, 1, 2, oldest]) {
    for (const slug of slugs) {
      const body = { date: daysAgo(ago), environmentId: organization.environmentId(slug) }
      expect((await organization.post('/v1/telemetry/backfill', body)).status).toBe(200)
    }
    await expectAll((date) => date < today() || ago === 0)
  }
  await expectAll()
}

for (const [name, open] of Object.entries(databases)) {
  test(`on ${name} every number of every day is exact, whatever is repeated, late, out of order, killed or backfilled`, async () => {
    const scenario = fc.array(roundArbitrary, { minLength: 3, maxLength: 3 })
    const property = fc.asyncProperty(scenario, async (rounds) => {
      await using database = await open()
      await expectExact(database.settings, rounds)
    })
    await fc.assert(property, { numRuns: 1, endOnFailure: true })
  })
}
