import { expect, test } from 'vitest'
import { type Era, useWorld } from './support/world.ts'

const world = useWorld()

const reading = ['find_flags', 'get_flag', 'explain', 'usage', 'code_references', 'history', 'list_proposals']
const writing = ['create_flag', 'change_flag', 'edit_segment', 'schedule_change', 'archive_flag', 'withdraw_proposal']

test.each<Era>(['modern', 'legacy'])('a %s client is told all tools, in their order', async (era) => {
  const assistant = await world.overHttp({ era })
  expect(await assistant.listTools()).toEqual([...reading, ...writing])
})

test('the scopes of the key decide which tools there are', async () => {
  const listOf = async (key: string) => (await world.overHttp({ key })).listTools()
  expect(await listOf(await world.newKey('read'))).toEqual(reading)
  expect(await listOf(await world.newKey('read', 'edit'))).toEqual([...reading, ...writing])
  expect(await listOf(await world.newKey('manage'))).toEqual([...reading, ...writing])
})

test('a tool that was not listed cannot be called', async () => {
  const assistant = await world.overHttp({ key: await world.newKey('read') })
  await expect(assistant.call('create_flag', { key: 'x', name: 'X', type: 'boolean', comment: 'y' })).rejects.toThrow(
    /create_flag/,
  )
})

test('exactly the tools that read are marked so', async () => {
  const { tools } = await (await world.overHttp()).client.listTools()
  const marked = tools.filter(({ annotations }) => annotations?.readOnlyHint)
  expect(marked.map(({ name }) => name)).toEqual(reading)
})

test('the list of tools takes at most 3,000 tokens', async () => {
  const { tools } = await (await world.overHttp()).client.listTools()
  const bytes = Buffer.byteLength(JSON.stringify(tools))
  // A token has about four bytes of JSON; three leave a margin.
  expect(bytes / 3).toBeLessThan(3_000)
})
