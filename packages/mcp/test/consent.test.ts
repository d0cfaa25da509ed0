import { expect, test } from 'vitest'
import { type Assistant, type Person, useWorld, type World } from './support/world.ts'

const world = useWorld()

const doors: [string, (w: World, person?: Person) => Promise<Assistant>][] = [
  ['a 2026 client over HTTP', (w, person) => w.overHttp({ ...(person && { person }) })],
  ['a 2026 client over stdio', (w, person) => w.overStdio([], { ...(person && { person }) })],
  ['a 2025 client over stdio', (w, person) => w.overStdio([], { era: 'legacy', ...(person && { person }) })],
]

const rolloutOf = async (flagKey: string) => {
  const { versions } = await world.api.getFlag({ params: { projectId: world.project.id, flagKey } })
  return versions[world.envId('staging')]?.config.rules[0]?.rolloutPercentage
}

test.each(doors)('%s: a person sees the difference and how many it concerns, and agrees', async (_, open) => {
  const asked: string[] = []
  const assistant = await open(world, (message) => {
    asked.push(message)
    return 'accept'
  })
  const key = await world.newFlag()
  const args = { key, environment: 'staging', rollout: 25, comment: 'Going well' }
  expect(await assistant.call('change_flag', args)).toMatchObject({
    isError: false,
    json: { changed: true, version: 2 },
  })
  expect(await rolloutOf(key)).toBe(25)
  expect(asked).toEqual([
    `Change ${key} in staging?\n- rules[Beta].rolloutPercentage: 10 → 25\nAt most 15 % of people get another answer.\nComment: "Going well"`,
  ])
})

test.each(doors)('%s: nothing changes where the person declines, or leaves the box empty', async (_, open) => {
  const key = await world.newFlag()
  const args = { key, environment: 'staging', enabled: false, comment: 'Off' }
  for (const answer of ['decline', { confirm: false }] as const) {
    const { isError, json } = await (await open(world, () => answer)).call('change_flag', args)
    expect({ isError, json }).toMatchObject({ isError: true, json: { error: { code: 'FORBIDDEN' } } })
    expect(json.error).toMatchObject({ message: expect.stringContaining('did not agree') })
  }
  expect(await rolloutOf(key)).toBe(10)
})

test.each([
  ...doors,
  [
    'a 2025 client over HTTP',
    (w, person) => w.overHttp({ era: 'legacy', ...(person && { person }) }),
  ] as (typeof doors)[number],
])('%s: who cannot be asked is refused', async (name, open) => {
  const key = await world.newFlag()
  // Over HTTP a server cannot ask a client of 2025 back, whatever that says of itself.
  const assistant = await open(world, name.endsWith('2025 client over HTTP') ? () => 'accept' : undefined)
  const { isError, json } = await assistant.call('change_flag', {
    key,
    environment: 'staging',
    rollout: 90,
    comment: 'x',
  })
  expect({ isError, json }).toMatchObject({
    isError: true,
    json: { error: { message: expect.stringContaining('--yes-unprotected') } },
  })
  expect(await rolloutOf(key)).toBe(10)
})

test('with --yes-unprotected nobody is asked', async () => {
  const key = await world.newFlag()
  const assistant = await world.overStdio(['--yes-unprotected'])
  const answer = await assistant.call('change_flag', { key, environment: 'staging', rollout: 50, comment: 'x' })
  expect(answer).toMatchObject({ isError: false, json: { changed: true } })
  expect(await rolloutOf(key)).toBe(50)
})

test('a yes counts for the very arguments that were shown', async () => {
  const key = await world.newFlag()
  const raw = rawClient(world)
  const args = { key, environment: 'staging', rollout: 20, comment: 'A little' }
  const asked = await raw('change_flag', args)
  expect(asked.result).toMatchObject({ resultType: 'input_required' })
  const yes = { inputResponses: { agreed: { action: 'accept', content: { confirm: true } } } }
  const state = { requestState: asked.result.requestState }
  // Other arguments, a state that nobody sealed, and none at all.
  const more = await raw('change_flag', { ...args, rollout: 100 }, { ...yes, ...state })
  expect(more.result).toMatchObject({ resultType: 'input_required' })
  expect((await raw('change_flag', args, { ...yes, requestState: 'v1.e30.e30' })).error).toMatchObject({
    code: -32_602,
  })
  expect((await raw('change_flag', args, yes)).result).toMatchObject({ resultType: 'input_required' })
  expect(await rolloutOf(key)).toBe(10)
  expect(JSON.parse((await raw('change_flag', args, { ...yes, ...state })).result.content[0].text)).toMatchObject({
    changed: true,
  })
  expect(await rolloutOf(key)).toBe(20)
})

test('a yes is over once the flag is another', async () => {
  const key = await world.newFlag()
  const raw = rawClient(world)
  const args = { key, environment: 'staging', enabled: false, comment: 'Off' }
  const { requestState } = (await raw('change_flag', args)).result
  const params = { projectId: world.project.id, envId: world.envId('staging'), flagKey: key }
  await world.api.createFlagVersion({ params, body: { version: 2, enabled: true, defaultValue: true, rules: [] } })
  const yes = { inputResponses: { agreed: { action: 'accept', content: { confirm: true } } }, requestState }
  expect((await raw('change_flag', args, yes)).result).toMatchObject({ resultType: 'input_required' })
})

test('a yes of one key is none of another', async () => {
  const key = await world.newFlag()
  const args = { key, environment: 'staging', enabled: false, comment: 'Off' }
  const { requestState } = (await rawClient(world)('change_flag', args)).result
  const other = rawClient(world, await world.newKey('read', 'edit'))
  const yes = { inputResponses: { agreed: { action: 'accept', content: { confirm: true } } }, requestState }
  expect((await other('change_flag', args, yes)).error).toMatchObject({ code: -32_602 })
})

/** Calls a tool without an SDK, as a client that cheats would. */
const rawClient =
  ({ server, key: usual }: World, key = usual) =>
  // biome-ignore lint/suspicious/noExplicitAny: what comes back is looked at field by field.
  async (name: string, args: object, more: object = {}): Promise<any> => {
    const version = '2026-07-28'
    const prefix = 'io.modelcontextprotocol'
    const _meta = {
      [`${prefix}/protocolVersion`]: version,
      [`${prefix}/clientInfo`]: { name: 'raw', version: '0' },
      [`${prefix}/clientCapabilities`]: { elicitation: { form: {} } },
    }
    const response = await fetch(`${server.managementUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': version,
        'mcp-method': 'tools/call',
        'mcp-name': name,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args, _meta, ...more },
      }),
    })
    return response.json()
  }

test('nobody is asked about what the API would refuse', async () => {
  const key = await world.newFlag()
  const asked: string[] = []
  const assistant = await world.overHttp({
    person: (message) => {
      asked.push(message)
      return 'accept'
    },
  })
  const about = { key, environment: 'staging', comment: 'x' }
  const rule = { id: 'r', name: 'R', value: true }
  const refused: [string, object, string][] = [
    ['change_flag', { ...about, value: 'a text' }, 'defaultValue'],
    ['change_flag', { ...about, rules: [{ ...rule, rolloutPercentage: 'NaN' }] }, 'rules[0].rolloutPercentage'],
    ['change_flag', { ...about, rules: [{ ...rule, conditions: 'x' }] }, 'rules[0].conditions'],
    ['change_flag', { ...about, rules: [{ ...rule, value: 3 }] }, 'rules[0].value'],
    ['change_flag', { ...about, enabled: false, comment: '  ' }, 'comment'],
    ['schedule_change', { ...about, steps: [{ after: 60, change: { rules: null } }] }, 'steps[0].change.rules'],
    [
      'schedule_change',
      { ...about, steps: [{ after: 60, change: { rules: { beta: null } } }] },
      'steps[0].change.rules.beta',
    ],
    ['schedule_change', { ...about, steps: [{ change: { enabled: false } }] }, 'steps[0]'],
    ['create_flag', { key: 'a b', name: 'A', type: 'boolean', comment: 'x' }, 'key'],
  ]
  for (const [tool, args, path] of refused) {
    const { json } = await assistant.call(tool, args)
    expect(json).toMatchObject({
      error: { code: 'VALIDATION_ERROR', details: expect.arrayContaining([expect.objectContaining({ path })]) },
    })
  }
  expect(asked).toEqual([])
})
