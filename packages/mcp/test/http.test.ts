import { expect, test } from 'vitest'
import { useWorld } from './support/world.ts'

const world = useWorld({ BUNTING_RATE_LIMIT_MANAGEMENT: '1000/1000' })

const ask = (init: RequestInit = {}) =>
  fetch(`${world.server.managementUrl}/mcp`, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    ...init,
    headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...init.headers },
  })

const codeOf = async (response: Response) => ({
  status: response.status,
  code: ((await response.json()) as { error: { code: string } }).error.code,
})

test('a key is needed, and has to be valid', async () => {
  expect(await codeOf(await ask())).toEqual({ status: 401, code: 'UNAUTHORIZED' })
  const headers = { authorization: 'Bearer sk_nothing' }
  expect(await codeOf(await ask({ headers }))).toEqual({ status: 401, code: 'INVALID_API_KEY' })
})

test('a key that may not read is refused, and so is a client key', async () => {
  const evaluating = { authorization: `Bearer ${await world.newKey('evaluate')}` }
  expect(await codeOf(await ask({ headers: evaluating }))).toEqual({ status: 403, code: 'FORBIDDEN' })
  const params = { projectId: world.project.id, envId: world.envId('staging') }
  const { key } = await world.api.createApiKey({ params, body: { type: 'client', description: 'Page' } })
  const client = { authorization: `Bearer ${key}` }
  expect(await codeOf(await ask({ headers: client }))).toEqual({ status: 403, code: 'FORBIDDEN' })
})

test('a session is refused', async () => {
  const headers = { cookie: 'bunting_session=whatever' }
  expect(await codeOf(await ask({ headers }))).toEqual({ status: 403, code: 'FORBIDDEN' })
})

test('other methods are refused', async () => {
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const response = await fetch(`${world.server.managementUrl}/mcp`, { method })
    expect(response.headers.get('allow')).toBe('POST')
    expect(await codeOf(response)).toEqual({ status: 405, code: 'METHOD_NOT_ALLOWED' })
  }
})

test('no stream stays open: a subscription is refused', async () => {
  const prefix = 'io.modelcontextprotocol'
  const _meta = {
    [`${prefix}/protocolVersion`]: '2026-07-28',
    [`${prefix}/clientInfo`]: { name: 'raw', version: '0' },
    [`${prefix}/clientCapabilities`]: {},
  }
  const params = { notifications: { toolsListChanged: true }, _meta }
  const response = await ask({
    headers: {
      authorization: `Bearer ${world.key}`,
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': 'subscriptions/listen',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscriptions/listen', params }),
  })
  expect(await response.text()).toContain('"error"')
})

test('what is no JSON-RPC gets its error, and what is too large is not read', async () => {
  const headers = { authorization: `Bearer ${world.key}` }
  for (const body of ['{', '[]', '{"hello":1}', '"text"']) {
    const response = await ask({ headers, body })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: { code: expect.any(Number) } })
  }
  // The rest of the body is not read, so nothing else can follow on this connection.
  const large = await ask({
    headers: { ...headers, connection: 'close' },
    body: JSON.stringify({ text: 'x'.repeat(300_000) }),
  })
  expect(large.status).toBe(413)
})

test('a request counts for the limit of the key', async () => {
  const { headers } = await ask({ headers: { authorization: `Bearer ${await world.newKey('read')}` } })
  expect(Number(headers.get('ratelimit-remaining'))).toBeLessThan(Number(headers.get('ratelimit-limit')))
})

test('the key of a request is told what it may do', async () => {
  const params = { projectId: world.project.id }
  const own = await world.api.getOwnKey({ params })
  expect(own).toMatchObject({
    id: expect.stringMatching(/^key_/),
    type: 'server',
    scopes: expect.arrayContaining(['read', 'edit', 'admin']),
  })
})
