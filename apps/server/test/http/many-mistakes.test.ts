import { expect, test } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'

const server = await startTestServer({ analytics: true })
const org = await server.newOrganization()
const flag = await org.createFlag()
const address = org.at(flag.key)
const keys = `${org.base}/environments/${org.environmentId('development')}/api-keys`

const times = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at))
const fields = (count: number, name: string) => Object.fromEntries(times(count, (at) => [`${name}${at}`, 1]))
const rules = (count: number, rule: object) => config({ rules: times(count, () => ({ value: true, ...rule })) })
const condition = (value: unknown) => ({ attribute: 'a', operator: 'in', value })

const hostile: Record<string, [method: 'PUT' | 'POST', path: string, body: unknown]> = {
  'rules that are numbers': ['PUT', address, { rules: times(120_000, () => 1) }],
  'unknown fields': ['PUT', address, config(fields(20_000, 'f'))],
  'nearly known fields': ['PUT', address, config(fields(15_000, 'rule'))],
  'unknown fields in every rule': ['PUT', address, rules(100, fields(200, 'u'))],
  'wrong fields in every condition': [
    'PUT',
    address,
    rules(100, { conditions: times(50, () => ({ attributes: 1, operator: 'equal' })) }),
  ],
  'wrong values in every list': ['PUT', address, rules(80, { conditions: [condition(times(1_000, () => []))] })],
  'too many conditions in every rule': ['PUT', address, rules(100, { conditions: times(400, () => 1) })],
  'broken patterns': [
    'PUT',
    address,
    rules(100, { conditions: times(40, () => ({ attribute: 'a', operator: 'regex', value: '(' })) }),
  ],
  'null bytes': ['PUT', address, config({ rules: times(20_000, () => '\0') })],
  'null bytes in a hundred rules': [
    'PUT',
    address,
    rules(100, Object.fromEntries(times(100, (at) => [`\0${at}`, '\0']))),
  ],
  variants: ['PUT', address, config({ variants: times(100_000, () => 1) })],
  'a draft’s rules': ['POST', `${address}/explain`, { context: {}, config: { rules: times(100_000, () => 1) } }],
  attributes: ['POST', `${address}/explain`, { context: { attributes: fields(20_000, 'a') } }],
  'attributes that are objects': [
    'POST',
    `${address}/explain`,
    { context: { attributes: Object.fromEntries(times(100, (at) => [`${at}${'x'.repeat(2_000)}`, {}])) } },
  ],
  scopes: ['POST', keys, { type: 'server', description: 'x', scopes: times(25_000, () => 'mange') }],
  'one field with a name of 200,000 characters': ['PUT', address, config({ ['x'.repeat(200_000)]: 1 })],
  events: ['POST', '/v1/telemetry/events', { events: times(1_000, () => 1) }],
  'too many events': ['POST', '/v1/telemetry/events', { events: times(100_000, () => 1) }],
}

test.each(Object.keys(hostile))('of a body full of mistakes (%s) a hundred at the most are told', async (name) => {
  const [method, path, body] = hostile[name] ?? expect.fail()
  const answer = await org.send(method, path, body)
  expect(answer.status).toBe(422)
  expect(answer.body.error.details.length).toBeLessThanOrEqual(100)
  expect(JSON.stringify(answer.body).length).toBeLessThan(50_000)
})

test('whoever is told a part only is told that there is more', async () => {
  const many = await org.put(address, config(fields(101, 'f')))
  expect(many.body.error.details).toHaveLength(100)
  expect(many.body.error.message).toBe('The body is not as described. Only the first 100 problems are listed.')
  const few = await org.put(address, config(fields(100, 'f')))
  expect(few.body.error.details).toHaveLength(100)
  expect(few.body.error.message).toBe('The body is not as described.')
})

test('what is near is said of the first few', async () => {
  const { body } = await org.put(address, config({ ruls: 1, enabeld: 1, variant: 1, ...fields(50, 'rules') }))
  const suggestions = body.error.details.filter(({ message }: { message: string }) => message.includes('did you mean'))
  expect(suggestions.map(({ path }: { path: string }) => path)).toEqual([
    'ruls',
    'enabeld',
    'variant',
    'rules0',
    'rules1',
  ])
})

test('a list of too many is one mistake, and its items are none', async () => {
  const { body } = await org.put(address, config({ rules: times(101, () => 1) }))
  expect(body.error.details).toEqual([{ path: 'rules', message: 'must have at most 100 items' }])
})

test('Delivery tells a hundred at the most too', async () => {
  const delivery = deliveryClient(server.deliveryUrl, org.key)
  const attributes = Object.fromEntries(times(100, (at) => [`a${at}`, []]))
  const answer = await delivery.send('POST', '/v1/evaluate/bulk', {
    flags: times(100, () => 1),
    context: { attributes },
  })
  expect(answer.status).toBe(422)
  expect(answer.body.error.details).toHaveLength(100)
})
