import { OFREPProvider } from '@openfeature/ofrep-provider'
import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { OpenFeature as ServerFeature } from '@openfeature/server-sdk'
import { ProviderEvents, OpenFeature as WebFeature } from '@openfeature/web-sdk'
import { EventSource } from 'eventsource'
import { afterAll, describe, expect, test, vi } from 'vitest'
import type { Edge } from '../../src/edge/edge.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { addFlag, rule, when } from '../api/support/ofrep.ts'

/** The real edge, which a test can switch off. */
const edgeIs = { away: false }
const wrapEdge = (edge: Edge): Edge => ({
  ...edge,
  readBundle: (id) => (edgeIs.away ? Promise.reject(new Error('the edge is down')) : edge.readBundle(id)),
})
const server = await startTestServer({ wrapEdge })

describe('the OpenFeature server SDK with its OFREP provider', () => {
  afterAll(() => ServerFeature.close())

  const clientOf = async (key: string) => {
    const provider = new OFREPProvider({ baseUrl: server.deliveryUrl, headers: [['Authorization', `Bearer ${key}`]] })
    await ServerFeature.setProviderAndWait(key, provider)
    return ServerFeature.getClient(key)
  }

  test('evaluates booleans, strings and numbers', async () => {
    const org = await server.newOrganization()
    const boolean = await addFlag(org, { defaultValue: true })
    const variants = [{ key: 'sky', value: 'blue' }]
    const string = await addFlag(org, { defaultValue: 'blue', variants }, { type: 'string' })
    const number = await addFlag(org, { defaultValue: 3.5 }, { type: 'number' })
    const client = await clientOf(org.key)
    expect(await client.getBooleanDetails(boolean, false)).toMatchObject({
      value: true,
      reason: 'STATIC',
      flagMetadata: { version: 1 },
    })
    expect(await client.getStringDetails(string, 'red')).toMatchObject({ value: 'blue', variant: 'sky' })
    expect(await client.getNumberValue(number, 1)).toBe(3.5)
  })

  test('targets by targeting key and attributes', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org, { rules: [when('userId', 'ann'), { ...when('plan', 'pro'), id: 'rule-2' }] })
    const client = await clientOf(org.key)
    const details = (context: object) => client.getBooleanDetails(key, false, { ...context })
    expect(await details({ targetingKey: 'ann', seen: new Date(), roles: ['a'] })).toMatchObject({
      value: true,
      reason: 'TARGETING_MATCH',
      flagMetadata: { ruleId: 'rule-1' },
    })
    expect(await details({ targetingKey: 'bob', plan: 'pro' })).toMatchObject({ flagMetadata: { ruleId: 'rule-2' } })
    expect(await details({ targetingKey: 'bob' })).toMatchObject({ value: false, reason: 'DEFAULT' })
  })

  test('sees what is off, not there, or of another type', async () => {
    const org = await server.newOrganization()
    const off = await addFlag(org, { enabled: false, rules: [rule({})] })
    const client = await clientOf(org.key)
    expect(await client.getBooleanDetails(off, true)).toMatchObject({ value: false, reason: 'DISABLED' })
    expect(await client.getBooleanDetails('none', true)).toMatchObject({ value: true, errorCode: 'FLAG_NOT_FOUND' })
    expect(await client.getStringDetails(off, 'mine')).toMatchObject({ value: 'mine', errorCode: 'TYPE_MISMATCH' })
  })

  test('gets the errors that it understands, and its default', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org, { defaultValue: true })
    const client = await clientOf(org.key)
    const invalid = await client.getBooleanDetails(key, false, { text: 'x'.repeat(2_000) })
    expect(invalid).toMatchObject({ value: false, errorCode: 'INVALID_CONTEXT' })
    edgeIs.away = true
    const away = await client.getBooleanDetails(key, false)
    edgeIs.away = false
    expect(away).toMatchObject({ value: false, errorCode: 'GENERAL', errorMessage: expect.stringMatching(/Try again/) })
    const stranger = await clientOf('sk_wrong')
    expect(await stranger.getBooleanDetails(key, false)).toMatchObject({ value: false, errorCode: 'GENERAL' })
  })
})

describe('the OpenFeature web SDK with its OFREP provider', () => {
  /** Every address at which a stream was opened. */
  const opened: string[] = []
  class CountedEventSource extends EventSource {
    constructor(url: string | URL) {
      super(url)
      opened.push(String(url))
    }
  }
  vi.stubGlobal('EventSource', CountedEventSource)
  afterAll(async () => {
    await WebFeature.close()
    vi.unstubAllGlobals()
  })

  /** A client with the statuses of the answers that it got; `beforeAnswer` runs before the first one. */
  const clientOf = async (key: string, context: object, beforeAnswer?: () => Promise<unknown>) => {
    const statuses: number[] = []
    const provider = new OFREPWebProvider({
      baseUrl: server.deliveryUrl,
      headers: [['X-API-Key', key]],
      cacheMode: 'disabled',
      fetchImplementation: async (...request) => {
        const response = await fetch(...request)
        if (statuses.length === 0) await beforeAnswer?.()
        statuses.push(response.status)
        return response
      },
    })
    await WebFeature.setProviderAndWait(key, provider, { ...context })
    return {
      client: WebFeature.getClient(key),
      statuses,
      setContext: (to: object) => WebFeature.setContext(key, { ...to }),
    }
  }

  test('evaluates what its client key may see', async () => {
    const org = await server.newOrganization()
    const [hidden, open] = [await addFlag(org), await addFlag(org, { defaultValue: true }, { clientSafe: true })]
    const number = await addFlag(org, { defaultValue: 7 }, { type: 'number', clientSafe: true })
    const { client } = await clientOf((await org.createKey({ type: 'client' })).key, {})
    expect(client.getBooleanDetails(open, false)).toMatchObject({ value: true, reason: 'STATIC' })
    expect(client.getNumberValue(number, 1)).toBe(7)
    expect(client.getStringDetails(number, 'mine')).toMatchObject({ value: 'mine', errorCode: 'TYPE_MISMATCH' })
    expect(client.getBooleanDetails(hidden, true)).toMatchObject({ value: true, errorCode: 'FLAG_NOT_FOUND' })
  })

  test('keeps what it has for the same context, and asks anew for another', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org, { rules: [when('plan', 'pro')] })
    const { client, statuses, setContext } = await clientOf(org.key, { targetingKey: 'ann', plan: 'free' })
    // A stream begins with the current revision: the provider asks again, and gets a 304.
    await expect.poll(() => statuses).toEqual([200, 304])
    expect(client.getBooleanValue(key, true)).toBe(false)
    await setContext({ targetingKey: 'ann', plan: 'free' })
    expect(client.getBooleanValue(key, true)).toBe(false)
    // The targeting key is the same, so the provider sends the ETag of the previous context.
    await setContext({ targetingKey: 'ann', plan: 'pro' })
    expect(client.getBooleanValue(key, false)).toBe(true)
    await setContext({ targetingKey: 'bob', plan: 'free' })
    expect(client.getBooleanValue(key, true)).toBe(false)
    expect(statuses).toEqual([200, 304, 304, 200, 200])
  })

  test('hears of changes over one stream, without polling', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    opened.length = 0
    const { client, statuses } = await clientOf(org.key, { targetingKey: 'ann' })
    expect(client.getBooleanValue(key, true)).toBe(false)
    // When the stream connects, the provider checks whether it missed something.
    await vi.waitFor(() => expect(statuses).toEqual([200, 304]))
    for (const version of [2, 3]) {
      const changed = new Promise((resolve) => {
        client.addHandler(ProviderEvents.ConfigurationChanged, resolve)
      })
      await org.put(org.at(key), config({ version, defaultValue: version === 2 }))
      expect(await changed).toMatchObject({ flagsChanged: [key] })
      expect(client.getBooleanValue(key, version === 3)).toBe(version === 2)
    }
    // A provider that gets another stream address uses it when its context changes.
    await WebFeature.setContext(org.key, { targetingKey: 'bob' })
    expect(statuses).toEqual([200, 304, 200, 200, 200])
    expect(opened).toHaveLength(1)
  })

  test('misses no change between its first answer and the stream', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const { client } = await clientOf(org.key, {}, () =>
      org.put(org.at(key), config({ version: 2, defaultValue: true })),
    )
    await vi.waitFor(() => expect(client.getBooleanValue(key, false)).toBe(true))
  })

  test('fails to start with a wrong key', async () => {
    await expect(clientOf('pk_wrong', {})).rejects.toThrow()
  })
})
