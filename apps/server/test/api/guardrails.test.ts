import { expect, test } from 'vitest'
import { guardrail } from '../../src/testing/guardrail.ts'
import { startGuarded } from './support/guarded.ts'

const { server, prometheus, open, start } = await startGuarded()

const fine = guardrail('vector(0)')
const crossed = guardrail('vector(0.25)', { above: 0.05 })

let shown = 0
/** A metric for a single test, whose value the test can change. */
const series = async (value?: number) => {
  const name = `errors_${++shown}`
  const show = (next: number | undefined) => prometheus.show(name, next)
  if (value !== undefined) await show(value)
  return { name, show }
}

test('what is fine lets each step run at its time', async () => {
  const { values, becomes } = await start([fine, guardrail('5', { below: 4 }, 'rollback')])
  server.moveClock(60_000)
  await becomes({ status: 'running', reason: null, steps: [{ status: 'done' }, { status: 'waiting' }] })
  server.moveClock(60_000)
  await becomes({ status: 'completed', reason: null })
  expect(await values()).toEqual([3, 2, 1])
})

test('the last answer to each is shown, since when it is crossed, and the first number', async () => {
  const { name, show } = await series(0.01)
  const { read, answered, askAgain } = await start([guardrail(name, { above: 0.05, for: 300 }), guardrail('nothing')])
  await answered()
  const { guardrailAnswers } = await read()
  const askedAt = expect.any(String)
  expect(guardrailAnswers).toEqual([
    { askedAt, value: 0.01 },
    { askedAt, unknown: expect.stringContaining('no data') },
  ])
  await show(0.25)
  await askAgain()
  const [crossed] = (await read()).guardrailAnswers
  const first = { askedAt: guardrailAnswers[0].askedAt, value: 0.01 }
  expect(crossed).toEqual({ askedAt, value: 0.25, crossedSince: crossed.askedAt, first })
  await show(0.02)
  await askAgain()
  expect((await read()).guardrailAnswers).toEqual([
    { askedAt, value: 0.02, first },
    { askedAt, unknown: expect.stringContaining('no data') },
  ])
})

test.each([
  ['no data', 'nothing_of_this_name', 'no data'],
  ['several series', 'label_replace(vector(0), "a", "b", "", "") or vector(0)', '2 series'],
  ['no number', 'vector(0) / 0', 'NaN'],
  ['infinity', '1 / 0', '+Inf'],
  ['a query that is refused', 'syntax error(', 'parse error'],
  ['a range', 'up[5m]', 'matrix'],
])('%s never counts as fine: the step is held, and the reason says which query', async (_what, query, said) => {
  const { becomes, held, values, askAgain } = await start([fine, guardrail(query)])
  const { reason } = await becomes({ status: 'running', reason: expect.stringContaining(said) })
  expect(reason).toMatch(/^The next step is held because of the guardrail /)
  expect(reason).toContain(query)
  server.moveClock(60_000)
  await held()
  await askAgain()
  expect(await values()).toEqual([1])
  await becomes({ status: 'running', reason })
})

test('once it is known again the reason goes, and what was held becomes one version', async () => {
  const { name, show } = await series()
  const { becomes, held, values } = await start([guardrail(name)])
  await becomes({ reason: expect.stringContaining('no data') })
  server.moveClock(120_000)
  await held()
  expect(await values()).toEqual([1])
  await show(0)
  server.moveClock(15_000)
  await becomes({ status: 'completed', reason: null, steps: [{ status: 'folded' }, { status: 'done' }] })
  expect(await values()).toEqual([3, 1])
})

test('no step runs before the first answer, nor on one that is older than 30 s', async () => {
  const first = await start([fine])
  await first.answered()
  prometheus.pause()
  const second = await start([fine])
  server.moveClock(60_000)
  await Promise.all([first.held(), second.held()])
  expect([await first.values(), await second.values()]).toEqual([[1], [1]])
  prometheus.resume()
  for (const { becomes } of [first, second]) {
    await becomes({ status: 'running', steps: [{ status: 'done' }, { status: 'waiting' }] })
  }
})

test('a Prometheus that is away holds steps, and they go on once it is back', async () => {
  await prometheus.kill()
  const { becomes, held, values } = await start([fine])
  await becomes({ reason: expect.stringContaining('Prometheus does not answer') })
  server.moveClock(60_000)
  await held()
  expect(await values()).toEqual([1])
  await prometheus.restart()
  server.moveClock(15_000)
  await becomes({ reason: null, steps: [{ status: 'done' }, { status: 'waiting' }] })
})

test('what is crossed pauses at once where `for` is 0, and reason and audit log say query and value', async () => {
  const { organization, key, id, becomes, values } = await start([fine, crossed])
  const reason = 'It was paused because of the guardrail vector(0.25): its value was 0.25, above 0.05.'
  const { createdBy } = await becomes({ status: 'paused', reason })
  const [entry] = await organization.walk(`${organization.base}/audit-log`)
  const meta = { flagKey: key, environmentId: organization.environmentId('development'), reason }
  expect(entry).toMatchObject({ action: 'schedule.paused', resourceId: id, actorId: createdBy, meta })
  server.moveClock(600_000)
  expect(await values()).toEqual([1])
})

test.each([
  [{ above: 1 }, 1, 'running'],
  [{ above: 1 }, 1.001, 'paused'],
  [{ below: 1 }, 1, 'running'],
  [{ below: 1 }, 0.999, 'paused'],
])('%j is crossed only beyond the number: %d is %s', async (border, value, status) => {
  const { becomes, answered } = await start([guardrail(`vector(${value})`, border)])
  if (status === 'running') await answered()
  await becomes({ status })
})

test('it has to be crossed for as long as it says: an answer that is fine begins anew', async () => {
  const { name, show } = await series(1)
  const { askAgain, becomes, read, answered } = await start([guardrail(name, { for: 20 })])
  await answered()
  await askAgain()
  expect(await read()).toMatchObject({ status: 'running', reason: null })
  await show(0)
  await askAgain()
  await show(2)
  await askAgain()
  await askAgain()
  expect(await read()).toMatchObject({ status: 'running', reason: null })
  await askAgain()
  await becomes({ status: 'paused', reason: expect.stringContaining('its value was 2, above 0 for 20 s') })
})

test('an unknown answer between neither ends what is crossed nor counts as it', async () => {
  const { name, show } = await series(1)
  const { askAgain, becomes, read, answered } = await start([guardrail(name, { for: 20 })])
  await answered()
  await show(undefined)
  await askAgain()
  await askAgain()
  await askAgain()
  expect(await read()).toMatchObject({ status: 'running', reason: expect.stringContaining('no data') })
  await show(1)
  await askAgain()
  await becomes({ status: 'paused', reason: expect.stringContaining('its value was 1') })
})

test('whoever resumes has it asked anew: nothing runs while it is crossed, and everything once it is not', async () => {
  const { name, show } = await series(1)
  const { organization, id, becomes, values, post } = await start([guardrail(name)])
  await becomes({ status: 'paused' })
  server.moveClock(60_000)
  expect(await post('resume')).toMatchObject({ status: 200, body: { status: 'running', reason: null } })
  await becomes({ status: 'paused' })
  const actions = (await organization.walk(`${organization.base}/audit-log`)).filter((one) => one.resourceId === id)
  expect(actions.map(({ action }) => action)).toEqual([
    'schedule.paused',
    'schedule.resumed',
    'schedule.paused',
    'schedule.started',
    'schedule.created',
  ])
  expect(await values()).toEqual([1])
  await show(0)
  await post('resume')
  await becomes({ status: 'running', steps: [{ status: 'done' }, { status: 'waiting' }] })
})

test('where an approval starts it, it is asked then', async () => {
  const { organization, at, create } = await open([crossed], { slug: 'production' })
  await organization.protect('production')
  const { status, body } = await create()
  expect([status, body.status]).toEqual([202, 'pending'])
  const { key: other } = await organization.createKey()
  await organization.post(`/v1/proposals/${body.proposalId}/approve`, {}, other)
  await expect.poll(async () => (await organization.get(`/v1/schedules/${body.id}`)).body.status).toBe('paused')
  expect(await organization.walk(`${at}/versions`)).toHaveLength(1)
})
