import { once } from 'node:events'
import { connect } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import type { Edge } from '../../src/edge/edge.ts'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer, type TestOptions } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

/** More than the system buffers for a client that does not read. */
const answerBytes = 12 * 1024 * 1024
const value = 'x'.repeat(answerBytes)

/** A server with a flag whose answer is large. */
const open = async (unread: TestOptions['unread']) => {
  const server = await startTestServer({
    unread,
    delivery: { shownMetrics: ['delivery', 'others'] },
    wrapEdge: (edge): Edge => ({
      ...edge,
      readBundle: async (id) => {
        const bundle = await edge.readBundle(id)
        if (!bundle) return bundle
        const flags = bundle.flags.map(([key, text]) => [key, text?.replace('"large"', JSON.stringify(value))] as const)
        return { ...bundle, flags } as typeof bundle
      },
    }),
  })
  const org = await server.newOrganization()
  const flag = await org.createFlag({ type: 'string' })
  await org.put(org.at(flag.key), config({ defaultValue: 'large' }))
  const small = await org.createFlag()
  await org.put(org.at(small.key), config())
  const delivery = deliveryClient(server.deliveryUrl, org.key)
  const metric = async (name: string): Promise<number> => {
    const lines = (await (await fetch(`${server.deliveryUrl}/metrics`)).text()).split('\n')
    return Number(lines.find((line) => line.startsWith(`${name} `))?.slice(name.length) ?? 0)
  }
  const head = `Host: x\r\nAuthorization: Bearer ${org.key}\r\n`
  const body = JSON.stringify({ flagKey: flag.key, context: {} })
  const evaluate = `POST /v1/evaluate HTTP/1.1\r\n${head}Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`

  /** Sends a request, and reads nothing of the answer until it is told to. */
  const ask = async (request = evaluate) => {
    const socket = connect(Number(new URL(server.deliveryUrl).port), '127.0.0.1').pause()
    onTestFinished(() => void socket.destroy())
    const state = { isCutOff: false, bytes: 0 }
    socket.on('error', () => undefined)
    socket.on('close', () => {
      state.isCutOff = true
    })
    await once(socket, 'connect')
    socket.write(request)
    const take = () => socket.on('data', (part) => (state.bytes += part.length)).resume()
    return { state, take }
  }
  return {
    delivery,
    flag,
    small,
    ask,
    evaluate,
    bundle: `GET /v1/bundle HTTP/1.1\r\n${head}\r\n`,
    unread: () => metric('bunting_http_answers_unread_bytes{listener="delivery"}'),
    cutOff: (bound: string) => metric(`bunting_http_answers_cut_off_total{listener="delivery",bound="${bound}"}`),
  }
}

type Asked = Awaited<ReturnType<Awaited<ReturnType<typeof open>>['ask']>>
const takeAll = (asked: readonly Asked[]) => {
  for (const { take } of asked) take()
}

test('past what all callers together may leave unread some are cut off, and whoever reads gets all of it', async () => {
  const { ask, unread, cutOff, delivery, small } = await open({ maxBytes: 3.5 * answerBytes })
  const before = await cutOff('total')
  const asked: Asked[] = []
  for (let at = 0; at < 8; at++) asked.push(await ask())
  await vi.waitFor(async () => expect((await cutOff('total')) - before).toBe(5))
  expect(await unread()).toBeGreaterThan(2 * answerBytes)
  expect(await unread()).toBeLessThan(3.5 * answerBytes)
  expect(await delivery.evaluate(small.key)).toMatchObject({ status: 200 })

  takeAll(asked)
  await vi.waitFor(() => expect(asked.filter(({ state }) => state.bytes > answerBytes)).toHaveLength(3))
  await vi.waitFor(() => expect(asked.filter(({ state }) => state.isCutOff)).toHaveLength(5))
  await vi.waitFor(async () => expect(await unread()).toBe(0))
})

test('requests that came together are all answered once their answers are read', async () => {
  const { ask, evaluate, unread } = await open({ maxBytes: 4.5 * answerBytes })
  const { state, take } = await ask(evaluate.repeat(4))
  await vi.waitFor(async () => expect(await unread()).toBeGreaterThan(answerBytes))
  take()
  await vi.waitFor(() => expect(state.bytes).toBeGreaterThan(4 * answerBytes))
})

test('a bundle that many are slow to take is kept once, and nobody is cut off for it', async () => {
  const { ask, bundle, unread } = await open({ maxBytes: 1.5 * answerBytes })
  const asked: Asked[] = []
  for (let at = 0; at < 8; at++) asked.push(await ask(bundle))
  await vi.waitFor(async () => expect(await unread()).toBeGreaterThan(answerBytes))
  expect(await unread()).toBeLessThan(1.5 * answerBytes)
  takeAll(asked)
  await vi.waitFor(() => expect(asked.filter(({ state }) => state.bytes > answerBytes)).toHaveLength(8))
})

test('large values come whole among small ones, in bulk and over OFREP', async () => {
  const { delivery, flag, small } = await open({})
  const bulk = await delivery.bulk([small.key, flag.key, 'nobody'], {})
  expect(bulk.body.results).toMatchObject({ [small.key]: { value: false }, nobody: { reason: 'FLAG_NOT_FOUND' } })
  expect(bulk.body.results[flag.key].value === value).toBe(true)
  for (const targetingKey of ['ada', 'ben']) {
    const { body } = await delivery.send('POST', '/ofrep/v1/evaluate/flags', { context: { targetingKey } })
    const values = new Map(body.flags.map((one: { key: string; value: unknown }) => [one.key, one.value]))
    expect([values.get(small.key), values.get(flag.key) === value]).toEqual([false, true])
    const ids = body.flags.map((one: { metadata: { contextId: string } }) => one.metadata.contextId)
    expect(ids).toEqual([targetingKey, targetingKey])
  }
})

test('who takes nothing for long enough is cut off', async () => {
  const { ask, unread, cutOff } = await open({ timeoutMs: 100 })
  const before = await cutOff('time')
  const { state, take } = await ask()
  await vi.waitFor(async () => expect((await cutOff('time')) - before).toBe(1))
  take()
  await vi.waitFor(() => expect(state.isCutOff).toBe(true))
  expect(state.bytes).toBeLessThan(answerBytes)
  expect(await unread()).toBe(0)
})
