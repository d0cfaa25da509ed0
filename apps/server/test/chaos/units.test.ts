import { randomUUID } from 'node:crypto'
import { compileSplit } from '@bunting/engine'
import { expect, test } from 'vitest'
import { experimentsOf, split } from '../../src/testing/experiments.ts'
import { type ServerProcess, type Settings, startServer } from '../../src/testing/servers/server-process.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { databases } from '../process/support/databases.ts'
import { openOrganization, sendJson } from '../process/support/organization.ts'

const rounds = 3
const batchesInRound = 40
const unitsInBatch = 5
const eventsOfUnit = 3
const senders = 4

type Batch = { key: string; body: object }

/** What each unit did, under ids of its own, by batches that may come any number of times. */
const batchOf = (flagKey: string, names: readonly string[]): Batch => {
  const { variantOf } = compileSplit(flagKey, split())
  const exposures = names.map((userId) => ({
    flagKey,
    ruleId: 'rule_split',
    variant: variantOf(userId),
    context: { userId },
  }))
  const events = names.flatMap((userId) =>
    Array.from({ length: eventsOfUnit }, (_, at) => ({ name: 'bought', context: { userId }, id: `${userId}-${at}` })),
  )
  return { key: randomUUID(), body: { exposures, events } }
}

const submit = (url: string, apiKey: string, { key, body }: Batch) =>
  sendJson(url, 'POST', '/v1/track', { key: apiKey, body, headers: { 'idempotency-key': key } })

/** Answers which batches may or may not have been taken. */
const sendUntilKilled = async (server: ServerProcess, apiKey: string, batches: readonly Batch[], killAfter: number) => {
  const unanswered = new Set(batches)
  const waiting = [...batches]
  let answers = 0
  const sender = async (door: string): Promise<void> => {
    for (let batch = waiting.shift(); batch; batch = waiting.shift()) {
      const answer = await submit(door, apiKey, batch).catch(() => undefined)
      if (!answer) return
      expect(answer.status, JSON.stringify(answer.body)).toBe(202)
      unanswered.delete(batch)
      if (answers++ === killAfter) void server.kill9()
    }
  }
  const doors = [server.managementUrl, server.deliveryUrl]
  await Promise.all(Array.from({ length: senders }, (_, at) => sender(doors[at % doors.length] as string)))
  await server.kill9()
  return [...unanswered]
}

const expectEachOnce = async (settings: Settings): Promise<void> => {
  await using first = await startHere(settings)
  const apiKey = first.firstKey ?? ''
  const { key: flagKey, id } = await experimentsOf(await openOrganization(apiKey, first)).run()
  await first.stop()

  const everybody: string[] = []
  let left: Batch[] = []
  for (let round = 0; round < rounds; round++) {
    const names = Array.from({ length: batchesInRound * unitsInBatch }, (_, at) => `unit-${round}-${at}`)
    everybody.push(...names)
    const batches = Array.from({ length: batchesInRound }, (_, at) =>
      batchOf(flagKey, names.slice(at * unitsInBatch, (at + 1) * unitsInBatch)),
    )
    // The same events by other batches: known again by their ids alone.
    const again = batchOf(flagKey, names.slice(0, unitsInBatch))
    await using server = await startServer(settings)
    left = await sendUntilKilled(server, apiKey, [...left, ...batches, batches[0] as Batch, again], 10 * (round + 1))
  }
  await using last = await startHere(settings)
  for (const batch of left) expect((await submit(last.managementUrl, apiKey, batch)).status).toBe(202)
  const org = await openOrganization(apiKey, last)
  const { body } = await org.get(`/v1/experiments/${id}/results`)
  const counts = Object.values(body.units as Record<string, { exposed: number }>)
  expect(counts.reduce((sum, { exposed }) => sum + exposed, 0)).toBe(everybody.length)
  const forget = `${org.base}/environments/${org.environmentId('development')}/units/forget`
  for (const unit of everybody) {
    expect((await org.post(forget, { unit })).body, unit).toEqual({ events: eventsOfUnit, exposures: 1 })
  }
}

for (const [name, open] of Object.entries(databases)) {
  test(`what was answered is there and counts once, however often the server is killed, on ${name}`, async () => {
    await using database = await open()
    await expectEachOnce(database.settings)
  })
}
