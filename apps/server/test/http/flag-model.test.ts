import { describe, expect, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'
import { startOfrep } from '../api/support/ofrep.ts'

const { server, ask, askAll } = await startOfrep()

const addFlag = async (org: TestOrganization, fields: object, saved: object): Promise<string> => {
  const flag = await org.createFlag(fields)
  const { status, body } = await org.put(org.at(flag.key), config(saved))
  expect(status, JSON.stringify(body)).toBe(201)
  return flag.key
}
const deliveryOf = (key: string) => deliveryClient(server.deliveryUrl, key)

describe('a flag that is off because of another', () => {
  const open = async () => {
    const org = await server.newOrganization()
    const parent = await addFlag(org, {}, { enabled: false, defaultValue: true })
    const prerequisites = [{ flagKey: parent, values: [true] }]
    const child = await addFlag(org, { clientSafe: true }, { prerequisites })
    return { org, parent, child, client: (await org.createKey({ type: 'client' })).key }
  }

  test('names it to server keys', async () => {
    const { org, parent, child } = await open()
    const delivery = deliveryOf(org.key)
    const result = { value: false, reason: 'DISABLED', prerequisite: parent }
    expect((await delivery.evaluate(child)).body).toEqual({ flagKey: child, ...result, requestId: expect.any(String) })
    expect((await delivery.bulk([child])).body.results).toEqual({ [child]: result })
    expect((await ask(org.key, child)).body).toMatchObject({ value: false, reason: 'DISABLED' })
  })

  test('names it to client keys only where they may see it', async () => {
    const { org, parent, child, client } = await open()
    const delivery = deliveryOf(client)
    const answers = await Promise.all([
      delivery.evaluate(child),
      delivery.bulk([child]),
      ask(client, child),
      askAll(client),
    ])
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(JSON.stringify(body)).toContain('DISABLED')
      expect(JSON.stringify(body)).not.toContain(parent)
    }
    await org.patch(`${org.base}/flags/${parent}`, { clientSafe: true })
    await vi.waitFor(async () => expect((await delivery.evaluate(child)).body.prerequisite).toBe(parent))
  })

  test('is on as soon as the other is', async () => {
    const { org, parent, child } = await open()
    await org.put(org.at(parent), config({ version: 2, enabled: true, defaultValue: true }))
    const delivery = deliveryOf(org.key)
    await vi.waitFor(async () => expect((await delivery.evaluate(child)).body.reason).toBe('DEFAULT'))
  })
})

describe('a json flag', () => {
  const theme = { colours: ['teal', null], size: 1.5 }
  const open = async () => {
    const org = await server.newOrganization()
    const variants = [{ key: 'calm', value: theme }]
    const key = await addFlag(org, { type: 'json' }, { defaultValue: { size: 1.5, colours: ['teal', null] }, variants })
    return { org, key }
  }

  test('answers with what was saved, and with the variant that has it in whatever order', async () => {
    const { org, key } = await open()
    const { body } = await deliveryOf(org.key).evaluate(key)
    expect(body).toMatchObject({ value: theme, reason: 'DEFAULT', variant: 'calm' })
    expect((await ask(org.key, key)).body).toMatchObject({ value: theme, reason: 'STATIC', variant: 'calm' })
  })

  test.each([
    ['a text', 'x', 'must be an object or an array'],
    ['33 levels', JSON.parse(`${'['.repeat(33)}${']'.repeat(33)}`), 'must have at most 32 levels'],
    ['over 64 KiB', ['ä'.repeat(33_000)], 'must have at most 64 KiB as JSON'],
  ])('refuses %s', async (_, value, message) => {
    const { org, key } = await open()
    const { status, body } = await org.put(org.at(key), config({ version: 2, defaultValue: value }))
    expect(status).toBe(422)
    expect(body.error.details).toEqual([{ path: 'defaultValue', message }])
  })

  test('takes 32 levels, wherever a value stands', async () => {
    const { org, key } = await open()
    const deep = JSON.parse(`${'['.repeat(32)}${']'.repeat(32)}`)
    const rules = [{ id: 'r', value: deep }]
    const { status } = await org.put(org.at(key), config({ version: 2, defaultValue: deep, rules }))
    expect(status).toBe(201)
  })

  test('is the only one that answers objects', async () => {
    const org = await server.newOrganization()
    const flag = await org.createFlag()
    const { status, body } = await org.put(org.at(flag.key), config({ defaultValue: {} }))
    expect(status).toBe(422)
    expect(body.error.details).toEqual([{ path: 'defaultValue', message: 'must be boolean' }])
  })
})

describe('a list in the context', () => {
  const open = async () => {
    const org = await server.newOrganization()
    const conditions = [{ attribute: 'groups', operator: 'in', value: ['staff'] }]
    return { org, key: await addFlag(org, {}, { rules: [{ id: 'r', conditions, value: true }] }) }
  }

  test('stands for each of its elements', async () => {
    const { org, key } = await open()
    const value = async (groups: unknown) =>
      (await deliveryOf(org.key).evaluate(key, { attributes: { groups } })).body.value
    expect([await value(['beta', 'staff']), await value(['beta', 7, true]), await value([])]).toEqual([
      true,
      false,
      false,
    ])
    expect((await ask(org.key, key, { groups: ['staff'] })).body.value).toBe(true)
  })

  test.each([
    ['101 elements', Array(101).fill('staff'), 'must have at most 100 items'],
    ['an object in it', [{}, 'staff'], expect.stringContaining('nothing in it but texts')],
    ['a null in it', [null, 'staff'], expect.stringContaining('nothing in it but texts')],
    ['a text of 1,025 characters', ['x'.repeat(1_025), 'staff'], expect.stringContaining('1024 characters')],
  ])('with %s is refused, and ignored over OFREP', async (_, groups, message) => {
    const { org, key } = await open()
    const { status, body } = await deliveryOf(org.key).evaluate(key, { attributes: { groups } })
    expect(status).toBe(422)
    expect(body.error.details).toEqual([{ path: 'context.attributes.groups', message }])
    expect((await ask(org.key, key, { groups })).body).toMatchObject({ value: false, reason: 'DEFAULT' })
  })
})

test('the bundle says what it is', async () => {
  const org = await server.newOrganization()
  expect((await deliveryOf(org.key).bundle()).body).toMatchObject({ format: 2, flags: {}, segments: {} })
})

describe('conditions in groups', () => {
  const save = async (conditions: unknown) => {
    const org = await server.newOrganization()
    const flag = await org.createFlag()
    const answer = await org.put(org.at(flag.key), config({ rules: [{ id: 'r', conditions, value: true }] }))
    return { org, flag, answer }
  }
  const pro = { attribute: 'plan', operator: 'equals', value: 'pro' }

  test('are saved, served and explained as they are', async () => {
    const conditions = [{ any: [{ all: [{ none: [pro] }] }, { ...pro, value: 'Team', ignoreCase: true }] }]
    const { org, flag, answer } = await save(conditions)
    expect(answer.body.config.rules[0].conditions).toEqual(conditions)
    const attributes = { plan: 'TEAM' }
    expect((await deliveryOf(org.key).evaluate(flag.key, { attributes })).body.value).toBe(true)
    const { body } = await org.post(`${org.at(flag.key)}/explain`, { context: { attributes: { plan: 'pro' } } })
    const matched = false
    expect(body.rules[0].conditions).toEqual([
      {
        any: [
          { all: [{ none: [{ ...pro, actual: 'pro', matched: true }], matched }], matched },
          { ...pro, value: 'Team', ignoreCase: true, actual: 'pro', matched },
        ],
        matched,
      },
    ])
  })

  test.each<[string, unknown, string, unknown]>([
    ['four deep', [{ any: [{ any: [{ any: [{ any: [pro] }] }] }] }], '[0].any[0].any[0].any[0]', 'at most 3 deep'],
    ['without members', [{ any: [] }], '[0].any', '1 to 50'],
    ['of two kinds', [{ any: [pro], all: [pro] }], '[0]', 'exactly one of'],
    ['that are no arrays', [{ none: pro }], '[0].none', '1 to 50'],
    ['of over 50 conditions', [{ any: Array(50).fill(pro) }, pro], '', 'at most 50 conditions'],
    ['with a condition that is none', [{ any: [{ ...pro, operator: 'is' }] }], '[0].any[0].operator', 'must be one of'],
    ['with a field that nobody knows', [{ any: [{ ...pro, values: 1 }] }], '[0].any[0].values', 'not a known field'],
    ['ignoring the case of a number', [{ ...pro, operator: 'gt', value: 1, ignoreCase: true }], '[0].ignoreCase', 'gt'],
  ])('%s are refused where they are', async (_, conditions, path, message) => {
    const { answer } = await save(conditions)
    expect(answer.status, JSON.stringify(answer.body)).toBe(422)
    expect(answer.body.error.details[0]).toEqual({
      path: `rules[0].conditions${path}`,
      message: expect.stringContaining(message as string),
    })
  })
})
