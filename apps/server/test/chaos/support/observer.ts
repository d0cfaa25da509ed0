import { setTimeout } from 'node:timers/promises'
import { expect, onTestFinished } from 'vitest'
import { openEventStream } from '../../../src/testing/clients/event-stream.ts'
import { sendJson } from '../../process/support/organization.ts'

type Told = { id: number; data: string }

/** Reads a stream, and reconnects with the last id whenever it breaks, as browsers and SDKs do. */
const followStream = (url: () => string, headers: Record<string, string> = {}): Told[] => {
  const told: Told[] = []
  let over = false
  let close: () => void = () => undefined
  const read = async (): Promise<void> => {
    const last = told.at(-1)
    const stream = await openEventStream(url(), { ...headers, ...(last ? { 'last-event-id': String(last.id) } : {}) })
    close = stream.close
    if (over) close()
    for (let event = await stream.next(); event; event = await stream.next()) {
      told.push({ id: Number(event.id), data: event.data })
    }
  }
  const readOn = async (): Promise<void> => {
    while (!over) {
      await read().catch(() => undefined)
      await setTimeout(20)
    }
  }
  void readOn()
  onTestFinished(() => {
    over = true
    close()
  })
  return told
}

type Keys = { server: string; client: string }

/** Clients that keep answers: readers of both streams, and callers with an `ETag`. No id or ETag may have two contents. */
export const observe = (deliveryUrl: () => string, { server, client }: Keys) => {
  const texts = new Map<string, string>()
  const keep = (name: string, text: string): void => {
    expect(texts.get(name) ?? text, `${name} was given out for something else`).toBe(text)
    texts.set(name, text)
  }
  const bundles = followStream(() => `${deliveryUrl()}/v1/stream`, { authorization: `Bearer ${server}` })
  const changes = followStream(() => `${deliveryUrl()}/v1/stream?key=${client}`)

  /** The answer, or the previous one if the server answers that it is still valid. */
  const asker = (key: string, method: string, path: string, body?: string) => {
    let etag: string | undefined
    return async (): Promise<unknown> => {
      const conditional: Record<string, string> = etag === undefined ? {} : { 'if-none-match': etag }
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...conditional }
      const response = await fetch(`${deliveryUrl()}${path}`, { method, headers, ...(body ? { body } : {}) })
      expect([200, 304]).toContain(response.status)
      etag = response.headers.get('etag') ?? ''
      if (response.status === 200) keep(`${path} ${etag}`, await response.text())
      return JSON.parse(texts.get(`${path} ${etag}`) ?? '')
    }
  }
  const askBundle = asker(server, 'GET', '/v1/bundle')
  const context = JSON.stringify({ context: { targetingKey: 'ada' } })
  const askOfrep = asker(client, 'POST', '/ofrep/v1/evaluate/flags', context)
  const evaluate = (key = server) =>
    sendJson(deliveryUrl(), 'POST', '/v1/evaluate', { key, body: { flagKey: 'f', context: {} } })

  return {
    evaluate,
    /** The state of the flag `f` that each client has, and the latest change that browsers received. */
    everybody: async () => {
      for (const { id, data } of bundles) keep(`stream ${id}`, data)
      const last = bundles.at(-1)
      const { body } = await evaluate()
      const bundle = (await askBundle()) as Bundle
      const { flags } = (await askOfrep()) as { flags: { key: string; value: unknown }[] }
      return {
        evaluated: body.value,
        bundle: bundle.flags.f?.config.defaultValue,
        ofrep: flags.find(({ key }) => key === 'f')?.value,
        stream: last && (JSON.parse(last.data) as Bundle).flags.f?.config.defaultValue,
        changes: changes.at(-1)?.id === last?.id,
      }
    },
    /** The ids that each reader received, in order. */
    ids: () => [bundles, changes].map((told) => told.map(({ id }) => id)),
  }
}

type Bundle = { flags: Record<string, { config: { defaultValue: unknown } }> }
