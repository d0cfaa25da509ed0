import { expect, test } from 'vitest'
import { startTestServer } from '../../src/testing/servers/test-server.ts'
import { config } from '../../src/testing/test-organization.ts'
import { hour, laterStep, openFlag } from './support/schedules.ts'

const server = await startTestServer()
const org = await server.newOrganization()
const flag = await openFlag(org)

const instant = (hours: number) => new Date(server.deps.nowUs() / 1_000 + hours * hour * 1_000).toISOString()

/** All problems of a refused schedule, by path. */
const problemsOf = async (fields: unknown, create = flag.create) => {
  const { status, body } = await create(fields as object)
  expect(status, JSON.stringify(body)).toBe(422)
  return Object.fromEntries(body.error.details.map(({ path, message }: Record<string, string>) => [path, message]))
}
const stepProblems = (...steps: unknown[]) => problemsOf({ steps })
const ofChange = (...changes: unknown[]) =>
  stepProblems(...changes.map((change, at) => ({ after: hour * (at + 1), change })))

test('a step needs a time, one way or the other, and a change', async () => {
  expect(await stepProblems({ change: { enabled: true } })).toEqual({ 'steps[0]': 'must have either at or after' })
  const both = { at: instant(1), after: 60, change: { enabled: true } }
  expect(await stepProblems(both)).toEqual({ 'steps[0]': 'must have either at or after' })
  expect(await stepProblems({ after: 60 })).toEqual({ 'steps[0].change': 'is required' })
  const nothing = 'must change something: enabled, defaultValue or rules'
  expect(await ofChange({}, { rules: {} })).toEqual({ 'steps[0].change': nothing, 'steps[1].change': nothing })
  expect(await ofChange({ rules: { rule_beta: {} } })).toEqual({
    'steps[0].change.rules.rule_beta': 'must change something: enabled, rolloutPercentage, value or distribution',
  })
})

test('there are 1 to 50 steps', async () => {
  expect(await problemsOf({ steps: [] })).toHaveProperty('steps')
  expect(await problemsOf({ steps: Array.from({ length: 51 }, () => laterStep()) })).toHaveProperty('steps')
  expect(await problemsOf({ steps: 'soon' })).toEqual({ steps: 'must be an array' })
})

test('times are instants that lie ahead, or whole seconds of a year at the most', async () => {
  const seconds = 'must be a whole number from 1 to 31536000'
  for (const after of [0, -1, 1.5, 1e9, '60', null]) {
    expect(Object.keys(await stepProblems({ after, change: { enabled: true } })), String(after)).toContain(
      'steps[0].after',
    )
  }
  expect(await stepProblems({ after: 31_536_001, change: { enabled: true } })).toEqual({ 'steps[0].after': seconds })
  const notOne = 'must be an instant such as 2026-01-31T12:00:00Z'
  for (const at of ['2026-13-01', '2026-01-31', '2126-02-30T00:00:00Z', 'tomorrow', '']) {
    expect(await stepProblems({ at, change: { enabled: true } }), at).toEqual({ 'steps[0].at': notOne })
  }
  const past = 'must lie in the future'
  expect(await stepProblems({ at: instant(-1), change: { enabled: true } })).toEqual({ 'steps[0].at': past })
  expect(await stepProblems({ at: '9999-12-31T23:59:59Z', change: { enabled: true } })).toEqual({
    'steps[0].at': 'must lie within the next 100 years',
  })
})

test('times ascend, also where one is given and the one before is reckoned', async () => {
  const change = { enabled: true }
  const before = { 'steps[1].at': 'must be after the step before' }
  const at = instant(2)
  expect(await stepProblems({ at, change }, { at, change })).toEqual(before)
  expect(await stepProblems({ at, change }, { at: instant(1), change })).toEqual(before)
  expect(await stepProblems({ after: 3 * hour, change }, { at, change })).toEqual(before)
  const third = await stepProblems({ at: instant(1), change }, { after: 2 * hour, change }, { at, change })
  expect(third).toEqual({ 'steps[2].at': 'must be after the step before' })
})

test('what names a rule that the config does not have is told where', async () => {
  const unknown = 'must be the id of a rule of the config'
  const well = { rules: { rule_beta: { enabled: false } } }
  expect(await ofChange(well, well, { rules: { rule_x: { value: true }, rule_y: { enabled: true } } })).toEqual({
    'steps[2].change.rules.rule_x': unknown,
    'steps[2].change.rules.rule_y': unknown,
  })
  for (const id of ['constructor', 'toString', 'hasOwnProperty']) {
    expect(await ofChange({ rules: { [id]: { enabled: true } } })).toEqual({
      [`steps[0].change.rules.${id}`]: unknown,
    })
  }
  const proto = '{"steps":[{"after":60,"change":{"enabled":true,"rules":{"__proto__":{"enabled":true}}}}]}'
  const { status, body } = await org.post(`${flag.path}/schedules`, proto)
  expect([status, body.error.details[0].path]).toEqual([422, 'steps[0].change.rules.__proto__'])
})

test('values fit the type of the flag, and percentages their range', async () => {
  expect(
    await ofChange(
      { defaultValue: 'yes' },
      { rules: { rule_beta: { value: 1 } } },
      { rules: { rule_beta: { rolloutPercentage: 101 } } },
      { rules: { rule_beta: { rolloutPercentage: 33.33333 } } },
    ),
  ).toEqual({
    'steps[0].change.defaultValue': 'must be boolean',
    'steps[1].change.rules.rule_beta.value': 'must be boolean',
    'steps[2].change.rules.rule_beta.rolloutPercentage': 'must be at most 100',
    'steps[3].change.rules.rule_beta.rolloutPercentage': 'must have at most 3 decimals',
  })
  expect(await ofChange({ rules: { rule_beta: { distribution: [{ variant: 'a', weight: 1 }] } } })).toEqual({
    'steps[0].change.rules.rule_beta.distribution[0].variant': 'must be true or false, as a text',
  })
  expect(await ofChange({ rules: { rule_beta: { value: true, distribution: [] } } })).toHaveProperty([
    'steps[0].change.rules.rule_beta.distribution',
  ])
})

test('a distribution is over variants that the config has', async () => {
  const { create } = await openFlag(org, {
    flag: { type: 'string' },
    version: {
      defaultValue: 'a',
      variants: [{ key: 'a', value: 'a' }],
      rules: [{ id: 'rule_beta', value: 'a' }],
    },
  })
  const split = (variant: string) => ({ rules: { rule_beta: { distribution: [{ variant, weight: 1 }] } } })
  const steps = [laterStep(split('a')), laterStep(split('b'))]
  expect(await problemsOf({ steps }, create)).toEqual({
    'steps[1].change.rules.rule_beta.distribution[0].variant': 'must be the key of one of the variants',
  })
  expect(
    (await create({ steps: [laterStep(split('a')), laterStep({ rules: { rule_beta: { value: 'b' } } })] })).status,
  ).toBe(201)
})

test('values fit the schema of the flag', async () => {
  const schema = { type: 'object', properties: { size: { type: 'number' } }, required: ['size'] }
  const { create } = await openFlag(org, {
    flag: { type: 'json', schema },
    version: { defaultValue: { size: 1 }, rules: [{ id: 'rule_beta', value: { size: 2 } }] },
  })
  const changes = [
    { defaultValue: { size: 3 } },
    { defaultValue: {} },
    { rules: { rule_beta: { value: { size: 'L' } } } },
  ]
  const problems = await problemsOf({ steps: changes.map((change) => laterStep(change)) }, create)
  expect(Object.keys(problems)).toEqual([
    expect.stringContaining('steps[1].change.defaultValue'),
    expect.stringContaining('steps[2].change.rules.rule_beta.value'),
  ])
})

test('unknown fields are told, with what may be meant', async () => {
  expect(await stepProblems({ after: 60, change: { enabeld: true } })).toMatchObject({
    'steps[0].change.enabeld': 'is not a known field; did you mean "enabled"?',
  })
  expect(await problemsOf({ comment: 'x'.repeat(501) })).toHaveProperty('comment')
  expect(await problemsOf({ comment: '' })).toHaveProperty('comment')
})

const followedBy = (then: string) => Object.fromEntries([['then', then]])
const guardrail = { query: 'up', above: 1, for: 60, ...followedBy('pause') }
const guardrails = [guardrail]

test('guardrails have one border, a time and what follows', async () => {
  const wrong = [{ below: 1 }, { above: undefined }, { for: 86_401 }, followedBy('panic'), { query: ' ' }]
  for (const fields of wrong) {
    const problems = await problemsOf({ guardrails: [{ ...guardrail, ...fields }] })
    expect(Object.keys(problems)[0], JSON.stringify(fields)).toMatch(/^guardrails\[0\]/)
  }
  expect(await problemsOf({ guardrails: [{ ...guardrail, query: 'x'.repeat(2_001) }] })).toHaveProperty([
    'guardrails[0].query',
  ])
  expect(await problemsOf({ guardrails: Array.from({ length: 6 }, () => guardrail) })).toHaveProperty('guardrails')
})

test('guardrails without a Prometheus to ask are a 503', async () => {
  const { status, body } = await flag.create({ guardrails })
  expect([status, body.error.code]).toEqual([503, 'SERVICE_UNAVAILABLE'])
  expect(body.error.message).toContain('BUNTING_PROMETHEUS_URL')
})

test('a flag without a config there, or an archived one, has no schedule', async () => {
  const conflict = { status: 409, body: { error: { code: 'CONFLICT' } } }
  const elsewhere = `${org.at(flag.key, 'staging')}/schedules`
  expect(await org.post(elsewhere, { steps: [laterStep()] })).toMatchObject(conflict)
  const { key, create } = await openFlag(org)
  await org.patch(`${org.base}/flags/${key}`, { archived: true })
  const archived = await create()
  expect(archived).toMatchObject(conflict)
  expect(archived.body.error.message).toContain('is archived')
})

test('schedules are of Pro and Enterprise; in protected environments, and with guardrails, of Enterprise', async () => {
  const refused = async (of: Awaited<ReturnType<typeof server.newOrganization>>, path: string, fields = {}) => {
    const { status, body } = await of.post(`${path}/schedules`, { steps: [laterStep()], ...fields })
    return status === 403 ? [body.error.code, body.error.message] : status
  }
  const free = await server.newOrganization('free')
  const plain = await openFlag(free, { version: { rules: [] } })
  const basic = ['UPGRADE_REQUIRED', 'Schedules need the Pro or Enterprise plan.']
  expect(await refused(free, plain.path)).toEqual(basic)
  expect((await problemsOf({ steps: [{ after: 0, change: {} }] }, plain.create))['steps[0].after']).toBeDefined()
  const pro = await server.newOrganization('pro')
  const { key, path } = await openFlag(pro)
  await pro.put(pro.at(key, 'production'), config())
  await pro.protect('production')
  const protection = ['UPGRADE_REQUIRED', 'Schedules in protected environments need the Enterprise plan.']
  expect(await refused(pro, pro.at(key, 'production'))).toEqual(protection)
  const guarded = ['UPGRADE_REQUIRED', 'Guardrails need the Enterprise plan.']
  expect(await refused(pro, path, { guardrails })).toEqual(guarded)
  expect(await refused(pro, path)).toBe(201)
})

test('whoever goes to a smaller plan does not resume what they paused', async () => {
  const pro = await server.newOrganization('pro')
  const { create } = await openFlag(pro)
  const { id } = (await create()).body
  await pro.post(`/v1/schedules/${id}/pause`)
  await server.execute(`update organizations set plan = 'free' where id = '${pro.id}'`)
  const { status, body } = await pro.post(`/v1/schedules/${id}/resume`)
  expect([status, body.error.code]).toEqual([403, 'UPGRADE_REQUIRED'])
  expect((await pro.post(`/v1/schedules/${id}/cancel`)).status).toBe(200)
})

test('a hundred rules in fifty steps are judged in no time worth speaking of', async () => {
  const rules = Array.from({ length: 100 }, (_, at) => ({ id: `rule_${at}`, value: true, conditions: [] }))
  const { create } = await openFlag(org, { version: { rules } })
  const change = { rules: Object.fromEntries(rules.map(({ id }) => [id, { enabled: false }])) }
  expect((await create({ steps: Array.from({ length: 50 }, () => laterStep(change, 60)) })).status).toBe(201)
})
