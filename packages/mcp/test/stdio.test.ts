import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { binary, makeHome } from './support/program.ts'
import { useWorld } from './support/world.ts'

const world = useWorld()

const variables = () => ({ BUNTING_URL: world.server.managementUrl, BUNTING_KEY: world.key })

const open = (...args: string[]) => {
  const child = spawn(process.execPath, [binary, 'mcp', ...args], { env: { HOME: makeHome(), ...variables() } })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  return {
    say: (line: string) => child.stdin.write(`${line}\n`),
    hear: async () => JSON.parse(String((await lines.next()).value)),
    end: async () => {
      const closed = once(child, 'close')
      child.stdin.end()
      const [code] = await closed
      return { code, stderr }
    },
  }
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '0' } },
}

test('a line that is no JSON-RPC gets its error, and the next is answered', async () => {
  const program = open()
  program.say('this is no JSON')
  expect(await program.hear()).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: -32_700 } })
  program.say('{"hello":"world","id":7}')
  expect(await program.hear()).toMatchObject({ id: 7, error: { code: -32_600 } })
  program.say('[{"jsonrpc":"2.0","id":1,"method":"ping"}]')
  expect(await program.hear()).toMatchObject({ id: null, error: { code: -32_600 } })
  program.say('')
  program.say(JSON.stringify(initialize))
  expect(await program.hear()).toMatchObject({ id: 1, result: { serverInfo: { name: 'bunting' } } })
  expect(await program.end()).toEqual({ code: 0, stderr: '' })
})

test('a line without an end is not kept in memory', async () => {
  const program = open()
  program.say('x'.repeat(5_000_000))
  expect(await program.hear()).toMatchObject({
    id: null,
    error: { code: -32_600, message: expect.stringContaining('too long') },
  })
  program.say(JSON.stringify(initialize))
  expect(await program.hear()).toMatchObject({ id: 1 })
  await program.end()
})

test('--read-only offers no tool that writes', async () => {
  const assistant = await world.overStdio(['--read-only'])
  expect(await assistant.listTools()).toEqual([
    'find_flags',
    'get_flag',
    'explain',
    'usage',
    'code_references',
    'history',
    'list_proposals',
  ])
})

test('--env keeps reads and writes to one environment', async () => {
  const key = await world.newFlag({ tags: ['pinned'] }, 10, 'staging', 'development')
  const assistant = await world.overStdio(['--env', 'staging', '--yes-unprotected'])
  expect((await assistant.call('find_flags', { tag: 'pinned' })).json).toMatchObject({
    items: [{ environments: { staging: 'on' } }],
  })
  const kept = { isError: true, json: { error: { code: 'FORBIDDEN', message: expect.stringContaining('staging') } } }
  expect(await assistant.call('get_flag', { key, environment: 'development' })).toMatchObject(kept)
  expect(
    await assistant.call('change_flag', { key, environment: 'development', enabled: false, comment: 'x' }),
  ).toMatchObject(kept)
  expect(await assistant.call('archive_flag', { key, comment: 'x' })).toMatchObject(kept)
  expect((await assistant.call('usage', { key })).json.environments).toHaveLength(1)
  // Stale is what all environments answered.
  expect(await assistant.call('usage')).toMatchObject(kept)
  expect(await assistant.call('find_flags', { stale: true })).toMatchObject(kept)
  const { json } = await assistant.call('history', { key, environment: 'staging' })
  expect(json).toMatchObject({ items: [{ environment: 'staging' }] })
  expect(JSON.stringify((await assistant.call('history', { key })).json)).not.toContain('development')
})

test('a server that is gone is told as a failure of the tool, or, at the start, on standard error alone', async () => {
  const assistant = await world.overStdio()
  expect((await assistant.call('find_flags')).isError).toBe(false)
  await world.server.stop()
  expect(await assistant.call('find_flags')).toMatchObject({
    isError: true,
    json: { error: { code: 'SERVICE_UNAVAILABLE', message: expect.stringContaining('nothing listens there') } },
  })
  const { code, stderr } = await open().end()
  expect(code).not.toBe(0)
  expect(stderr).toContain('cannot be reached')
})
