import { readdirSync, statSync, utimesSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import type { Edge } from '../../src/edge/edge.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { makeFolder } from '../../src/testing/services/make-folder.ts'
import { config } from '../../src/testing/test-organization.ts'

const copyDir = await makeFolder('copy')
afterAll(() => rm(copyDir, { recursive: true }))
const state = { bundles: 0, deaf: false }
const server = await startTestServer({
  delivery: { copyDir },
  wrapEdge: (edge): Edge => ({
    ...edge,
    readBundle: (...asked) => {
      state.bundles++
      return edge.readBundle(...asked)
    },
    onNotice: (listener) => edge.onNotice((notice) => state.deaf || listener(notice)),
  }),
})

/** Moves Delivery's clock ahead. */
const moveClock = (ms: number) => {
  const now = performance.now.bind(performance)
  const spy = vi.spyOn(performance, 'now').mockImplementation(() => now() + ms)
  onTestFinished(() => spy.mockRestore())
}

const open = async () => {
  const org = await server.newOrganization()
  const flag = await org.createFlag()
  await org.put(org.at(flag.key), config())
  const delivery = deliveryClient(server.deliveryUrl, org.key)
  const evaluate = async () => (await delivery.evaluate(flag.key)).body
  const ageSeconds = async () => (await delivery.bulk([flag.key])).body.meta.cacheAge
  const copy = join(copyDir, `${org.environmentId('development')}.json`)
  expect(await evaluate()).toMatchObject({ value: false })
  await vi.waitFor(() => expect(readdirSync(copyDir).map((file) => join(copyDir, file))).toContain(copy))
  return { org, flag, evaluate, ageSeconds, copy }
}

test('a bundle that has not changed is asked about when it expires, and neither read nor written again', async () => {
  const { ageSeconds, copy } = await open()
  const before = { bundles: state.bundles, file: statSync(copy).ino }
  utimesSync(copy, 0, 0)
  moveClock(31_000)
  expect(await ageSeconds()).toBeGreaterThanOrEqual(31)
  await vi.waitFor(async () => expect(await ageSeconds()).toBeLessThan(31))
  await vi.waitFor(() => expect(statSync(copy).mtimeMs, 'the copy is said to be of now').toBeGreaterThan(0))
  expect({ bundles: state.bundles, file: statSync(copy).ino }).toEqual(before)
})

test('a copy that is gone is written again, though nothing changed', async () => {
  const { evaluate, copy } = await open()
  await rm(copy)
  moveClock(31_000)
  await evaluate()
  await vi.waitFor(() => expect(statSync(copy).size).toBeGreaterThan(0))
})

test('a change whose notice was lost is read when the bundle expires', async () => {
  const { org, flag, evaluate } = await open()
  state.deaf = true
  onTestFinished(() => {
    state.deaf = false
  })
  await org.put(org.at(flag.key), config({ version: 2, defaultValue: true }))
  expect(await evaluate()).toMatchObject({ value: false })
  moveClock(31_000)
  await vi.waitFor(async () => expect(await evaluate()).toMatchObject({ value: true }))
})
