import { expect, test } from 'vitest'
import type { Edge, EdgeBundle } from '../../src/edge/edge.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { addFlag, flagsPath } from '../api/support/ofrep.ts'

/** The flags for which the edge returns something that is not a config. */
const broken = new Set<string>()
const wrapEdge = (edge: Edge): Edge => ({
  ...edge,
  readBundle: async (id) => {
    const bundle = await edge.readBundle(id)
    if (!bundle) return undefined
    const damage = (text: string) => JSON.stringify({ ...JSON.parse(text), config: { version: 1, rules: [null] } })
    const flags = bundle.flags.map(([key, text]) => [key, text && broken.has(key) ? damage(text) : text] as const)
    return { ...bundle, flags } as EdgeBundle
  },
})
const server = await startTestServer({ wrapEdge })

const open = async () => {
  const org = await server.newOrganization()
  const well = await addFlag(org, { defaultValue: true })
  const bad = await addFlag(org)
  const hidden = await addFlag(org, {}, { clientSafe: false })
  for (const key of [bad, hidden]) broken.add(key)
  return { well, bad, hidden, delivery: deliveryClient(server.deliveryUrl, org.key), org }
}

test('a flag that cannot be read answers with the reason ERROR, and costs the others nothing', async () => {
  const { well, bad, delivery } = await open()
  const single = await delivery.evaluate(bad)
  expect(single.status).toBe(200)
  expect(single.body).toEqual({ flagKey: bad, value: null, reason: 'ERROR', requestId: expect.any(String) })
  const bulk = await delivery.bulk([well, bad, 'nobody'])
  expect(bulk.body.results).toEqual({
    [well]: { value: true, reason: 'DEFAULT' },
    [bad]: { value: null, reason: 'ERROR' },
    nobody: { value: null, reason: 'FLAG_NOT_FOUND' },
  })
})

test('over OFREP such a flag is an error of its own, and left out of bulk', async () => {
  const { well, bad, delivery } = await open()
  const single = await delivery.send('POST', `${flagsPath}/${bad}`, { context: {} })
  expect(single).toMatchObject({ status: 500, body: { key: bad, errorCode: 'GENERAL' } })
  const bulk = await delivery.send('POST', flagsPath, { context: {} })
  expect(bulk.status).toBe(200)
  expect(bulk.body.flags.map(({ key }: { key: string }) => key)).toEqual([well])
})

test('a client key does not learn of such a flag, unless it says that it may', async () => {
  const { hidden, org } = await open()
  const { key } = await org.createKey({ type: 'client' })
  const { body } = await deliveryClient(server.deliveryUrl, key).evaluate(hidden)
  expect(body.reason).toBe('FLAG_NOT_FOUND')
})

test('what cannot be read is counted and told of once', async () => {
  const { bad, delivery } = await open()
  await delivery.evaluate(bad)
  const metrics = await (await server.fetch('/metrics')).text()
  expect(Number(/^bunting_edge_refused_total\{kind="flag"\} (\d+)$/m.exec(metrics)?.[1])).toBeGreaterThan(1)
  expect(server.logged.filter((line) => line.includes('"kind":"flag"'))).toHaveLength(1)
})
