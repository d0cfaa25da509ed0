import { createHash } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import { openEventStream } from '../../src/testing/clients/event-stream.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'
import { addFlag, revoke, startOfrep, when } from '../api/support/ofrep.ts'

const { server, refused, withEdge, ask, askAll } = await startOfrep()

const revisionOf = ({ headers }: { headers: Headers }): number => Number(/\d+/.exec(headers.get('etag') ?? '')?.[0])

describe('all flags', () => {
  test('are answered as one by one, and with where to hear of changes', async () => {
    const org = await server.newOrganization()
    const keys = [await addFlag(org, { rules: [when('userId', 'ann')] }), await addFlag(org)]
    await org.createFlag()
    const { status, body } = await askAll(org.key, { targetingKey: 'ann' })
    expect(status).toBe(200)
    const single = await Promise.all(keys.map((key) => ask(org.key, key, { targetingKey: 'ann' })))
    expect(body.flags).toEqual(single.map((answer) => answer.body))
    expect(body.flags[0]).toMatchObject({ value: true, reason: 'TARGETING_MATCH' })
    const requestUri = expect.stringMatching(/^\/ofrep\/v1\/stream\?token=key_[0-9a-z]+\.[0-9a-f]{64}$/)
    expect(body.eventStreams).toEqual([{ type: 'sse', endpoint: { requestUri } }])
  })

  test('are for a client key the client-safe ones', async () => {
    const org = await server.newOrganization()
    await addFlag(org)
    const open = await addFlag(org, {}, { clientSafe: true })
    const client = await org.createKey({ type: 'client' })
    const { body } = await askAll(client.key)
    expect(body.flags.map((flag: { key: string }) => flag.key)).toEqual([open])
  })

  test('are not sent again to who has them', async () => {
    const org = await server.newOrganization()
    await addFlag(org)
    const first = await askAll(org.key, { targetingKey: 'ann', age: 7 })
    const etag = first.headers.get('etag') ?? ''
    expect(etag).toMatch(/^"[\w-]+"$/)
    for (const sent of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await askAll(org.key, { targetingKey: 'ann', age: 7 }, { 'if-none-match': sent })
      expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, undefined, etag])
    }
  })

  test('are sent to any other user, key, context or country, whatever tag comes with it', async () => {
    const org = await server.newOrganization()
    await addFlag(org, {}, { clientSafe: true })
    const [other, client] = [await org.createKey(), await org.createKey({ type: 'client' })]
    const context = { targetingKey: 'ann', age: 7 }
    const tag = { 'if-none-match': (await askAll(org.key, context)).headers.get('etag') ?? '' }
    expect((await askAll(org.key, context, tag)).status).toBe(304)
    expect((await askAll(org.key, { ...context, targetingKey: 'bob' }, tag)).status).toBe(200)
    expect((await askAll(org.key, { ...context, age: 8 }, tag)).status).toBe(200)
    expect((await askAll(org.key, { targetingKey: 'ann' }, tag)).status).toBe(200)
    expect((await askAll(org.key, context, { ...tag, 'x-country': 'NO' })).status).toBe(200)
    expect((await askAll(other.key, context, tag)).status).toBe(200)
    expect((await askAll(client.key, context, tag)).status).toBe(200)
  })

  test('are sent again after a change', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const tag = { 'if-none-match': (await askAll(org.key)).headers.get('etag') ?? '' }
    await org.put(org.at(key), config({ version: 2, defaultValue: true }))
    await vi.waitFor(async () =>
      expect(await askAll(org.key, {}, tag)).toMatchObject({
        status: 200,
        body: { flags: [{ value: true, metadata: { version: 2 } }] },
      }),
    )
  })

  test('are current for a client that heard of a change before this instance did', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const before = await askAll(org.key)
    const tag = { 'if-none-match': before.headers.get('etag') ?? '' }
    const told = revisionOf(before) + 1
    await withEdge('silent', async () => {
      await org.put(org.at(key), config({ version: 2, defaultValue: true }))
      expect((await askAll(org.key, {}, tag)).status).toBe(304)
      expect((await askAll(org.key, {}, tag, `?flagConfigEtag=${told - 1}`)).status).toBe(304)
      await vi.waitFor(async () =>
        expect(await askAll(org.key, {}, tag, `?flagConfigEtag=${told}`)).toMatchObject({
          status: 200,
          body: { flags: [{ value: true }] },
        }),
      )
    })
  })

  test('are what is known here where the edge cannot tell of the change that a client heard of', async () => {
    const org = await server.newOrganization()
    await addFlag(org)
    await askAll(org.key)
    await withEdge('bundlesAway', async () => {
      refused.mockClear()
      await vi.waitFor(async () => {
        expect((await askAll(org.key, {}, {}, '?flagConfigEtag=999999999999999')).status).toBe(200)
        expect(refused).toHaveBeenCalled()
      })
    })
  })
})

describe('the event stream', () => {
  const streamOf = async (key: string): Promise<{ url: string; revision: number }> => {
    const answer = await askAll(key)
    const { requestUri } = answer.body.eventStreams[0].endpoint
    return { url: `${server.deliveryUrl}${requestUri}`, revision: revisionOf(answer) }
  }
  const change = async (org: TestOrganization, key: string, version: number) => {
    await org.put(org.at(key), config({ version, defaultValue: version % 2 === 0 }))
  }
  const refetch = (revision: number) => ({
    event: 'message',
    id: String(revision),
    data: JSON.stringify({ type: 'refetchEvaluation', etag: String(revision) }),
  })

  test('tells at once what is current, and then of each change, without any header', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const { url, revision } = await streamOf(org.key)
    const stream = await openEventStream(url)
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream')
    expect(await stream.next()).toEqual(refetch(revision))
    await change(org, key, 2)
    expect(await stream.next()).toEqual(refetch(revision + 1))
    await change(org, key, 3)
    expect(await stream.next()).toEqual(refetch(revision + 2))
    stream.close()
  })

  test('tells a client what it missed between its evaluation and the stream', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const { url, revision } = await streamOf(org.key)
    await change(org, key, 2)
    const stream = await openEventStream(url)
    expect(await stream.next()).toEqual(refetch(revision + 1))
    stream.close()
  })

  test('tells a client that comes back what it missed, and no more', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const { url, revision } = await streamOf(org.key)
    await change(org, key, 2)
    const fallback = await openEventStream(url, { 'last-event-id': String(revision) })
    expect(await fallback.next()).toEqual(refetch(revision + 1))
    const current = await openEventStream(url, { 'last-event-id': String(revision + 1) })
    await change(org, key, 3)
    expect(await current.next()).toEqual(refetch(revision + 2))
    fallback.close()
    current.close()
  })

  test('is for client keys as well, and in browsers', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org, {}, { clientSafe: true })
    const client = await org.createKey({ type: 'client' })
    const { url, revision } = await streamOf(client.key)
    const stream = await openEventStream(url, { origin: 'https://shop.example' })
    expect(stream.response.headers.get('access-control-allow-origin')).toBe('*')
    expect(await stream.next()).toEqual(refetch(revision))
    await change(org, key, 2)
    expect(await stream.next()).toEqual(refetch(revision + 1))
    stream.close()
  })

  test('is not opened by a revoked key', async () => {
    const org = await server.newOrganization()
    const { id, key } = await org.createKey()
    const { url } = await streamOf(key)
    await revoke(org, id)
    await vi.waitFor(async () => {
      const response = await fetch(url)
      expect([response.status, await response.json()]).toMatchObject([401, { error: { code: 'INVALID_API_KEY' } }])
    })
  })

  test('is opened by its token alone, which opens nothing else', async () => {
    const org = await server.newOrganization()
    const { url } = await streamOf(org.key)
    const token = new URL(url).searchParams.get('token') ?? ''
    const open = async (path: string, headers: Record<string, string> = {}) => {
      const response = await fetch(`${server.deliveryUrl}${path}`, { headers })
      if (response.status !== 200) return (await response.json()).error.code
      await response.body?.cancel()
      return 'open'
    }
    expect(await open(`/ofrep/v1/stream?token=${token}`)).toBe('open')
    expect(await open('/ofrep/v1/stream', { authorization: `Bearer ${org.key}` })).toBe('UNAUTHORIZED')
    const other = await org.createKey()
    const [, code] = token.split('.')
    const hash = createHash('sha256').update(org.key).digest('hex')
    for (const wrong of [
      org.key,
      'x',
      '',
      hash,
      token.toUpperCase(),
      token.replace(/./g, '0'),
      `${other.id}.${code}`,
    ]) {
      expect(await open(`/ofrep/v1/stream?token=${wrong}`)).toBe('INVALID_API_KEY')
    }
    expect(await open(`/v1/stream?key=${token}`)).toBe('INVALID_API_KEY')
    expect(await open('/v1/bundle', { authorization: `Bearer ${token}` })).toBe('INVALID_API_KEY')
    expect((await askAll(token)).status).toBe(401)
  })

  test('has an address that tells neither the key nor what is stored of it, and is the same whatever changes', async () => {
    const org = await server.newOrganization()
    const key = await addFlag(org)
    const { url, revision } = await streamOf(org.key)
    expect(url).not.toContain(org.key)
    expect(url).not.toContain(createHash('sha256').update(org.key).digest('hex'))
    await change(org, key, 2)
    await vi.waitFor(async () => expect(await streamOf(org.key)).toEqual({ url, revision: revision + 1 }))
    expect((await streamOf((await org.createKey()).key)).url).not.toBe(url)
  })

  test('is a 500 where the key cannot be read', async () => {
    const token = `key_0.${'0'.repeat(64)}`
    const response = await withEdge('keysAway', () => fetch(`${server.deliveryUrl}/ofrep/v1/stream?token=${token}`))
    expect([response.status, await response.json()]).toMatchObject([500, { errorCode: 'GENERAL' }])
  })
})
