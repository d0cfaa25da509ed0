import { expect, test } from 'vitest'
import { startOfDay } from '../../src/rules/usage/days.ts'
import { daysAgo, event, today } from '../../src/testing/events.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { reference, upload } from '../api/support/code-references.ts'

const server = await startTestServer({ analytics: true })
const dayMs = 24 * 60 * 60 * 1_000

test('what to do with a flag follows from its usage and from the code together', async () => {
  const org = await server.newOrganization()
  const owner = await server.newMember(org, 'editor')
  const create = (key: string, fields: object = {}) =>
    org.post(`${org.base}/flags`, { key, name: key, type: 'boolean', ownerId: owner.id, ...fields })
  for (const key of ['unused-named', 'unused-unnamed', 'single-named', 'single-unnamed']) await create(key)
  await create('ended-named', { expectedEnd: daysAgo(-39) })
  await create('orphan-named', { ownerId: null })
  const evaluate = (flagKey: string, value: boolean, days: number) =>
    org.post('/v1/telemetry/events', {
      events: [event(org, { flagKey, value, evaluatedAt: startOfDay(today()) + days * dayMs })],
    })
  const singles = ['single-named', 'single-unnamed']
  server.moveClock(dayMs)
  for (const key of singles) await evaluate(key, true, 1)
  server.moveClock(38 * dayMs)
  for (const key of singles) await evaluate(key, true, 39)
  for (const key of ['ended-named', 'orphan-named']) for (const value of [true, false]) await evaluate(key, value, 39)
  server.moveClock(dayMs)
  await server.runNightly()

  const advice = async () => {
    const found = await org.walk(`${org.base}/flags/cleanup`)
    return Object.fromEntries(found.map(({ key, advice, codeReferences }) => [key, [advice, codeReferences]]))
  }
  // Nothing was scanned, so usage alone decides.
  expect(await advice()).toEqual({
    'unused-named': ['archive', undefined],
    'unused-unnamed': ['archive', undefined],
    'single-named': ['take_out', undefined],
    'single-unnamed': ['take_out', undefined],
    'ended-named': ['end', undefined],
    'orphan-named': ['own', undefined],
  })
  await upload(
    org,
    ['unused', 'single', 'ended', 'orphan'].map((key) => reference(`${key}-named`)),
  )
  expect(await advice()).toEqual({
    'unused-named': ['take_out', 1],
    'unused-unnamed': ['archive', 0],
    'single-named': ['take_out', 1],
    'single-unnamed': ['find_callers', 0],
    'ended-named': ['end', 1],
    'orphan-named': ['own', 1],
  })
})
