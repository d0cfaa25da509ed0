import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer()
const org = await server.newOrganization()
const flag = await org.createFlag()
const address = org.at(flag.key)

const regex = (value: string) => ({ attribute: 'a', operator: 'regex', value })
const slow = config({ rules: [{ value: true, conditions: Array(8).fill(regex('(?:\\pL|\\pN){999}$')) }] })
const many = config({
  rules: [
    {
      value: true,
      conditions: Array(50).fill({ attribute: 'a', operator: 'contains', value: Array(600).fill('aaab') }),
    },
  ],
})
const context = { attributes: { a: 'a'.repeat(1_024) } }

test('a config whose patterns would hold everybody up is not saved, and says where and what to do', async () => {
  const { status, body } = await org.put(address, slow)
  expect(status).toBe(422)
  expect(body.error.details[0]).toEqual({
    path: 'rules[0].conditions[0].value',
    message: expect.stringContaining('must be a smaller pattern'),
  })
})

test('a config that costs too much as a whole is not saved either', async () => {
  const { status, body } = await org.put(address, many)
  expect(status).toBe(422)
  expect(body.error.details).toEqual([{ path: 'rules', message: expect.stringContaining('cost too much to evaluate') }])
})

test('nor is it proposed', async () => {
  await org.protect('production')
  const answer = await org.post(`${org.at(flag.key, 'production')}/proposals`, { ...slow, version: 0 })
  expect(answer.status).toBe(422)
})

test('a viewer’s draft is refused as a config is', async () => {
  const viewer = await server.newMember(org, 'viewer')
  for (const draft of [slow, many]) {
    const response = await server.fetch(`${address}/explain`, {
      method: 'POST',
      headers: {
        cookie: viewer.cookie,
        origin: new URL(server.deps.publicUrl).origin,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ context, config: draft }),
    })
    expect(response.status).toBe(422)
    const { error } = (await response.json()) as { error: { details: { path: string }[] } }
    expect(error.details[0]?.path).toMatch(/^config\.rules/)
  }
})

test.each(['(?<=a)b', '(?<!a)b', '(?=a)', '(a)\\1'])('%s, which RE2 does not have, is refused', async (pattern) => {
  const { status, body } = await org.put(address, config({ rules: [{ value: true, conditions: [regex(pattern)] }] }))
  expect(status).toBe(422)
  expect(body.error.details[0].message).toContain('RE2 dialect')
})
