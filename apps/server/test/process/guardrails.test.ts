import { expect, test, vi } from 'vitest'
import { guardrail } from '../../src/testing/guardrail.ts'
import { startServer } from '../../src/testing/server-process.ts'
import { startPrometheus } from '../../src/testing/services.ts'
import { config, type TestOrganization } from '../../src/testing/test-organization.ts'
import { databases } from './support/databases.ts'
import { evaluate, openOrganization } from './support/organization.ts'

/** A flag whose default is 1, and a schedule that makes it 2 in a second, and 3 in an hour. */
const schedule = async (organization: TestOrganization, guardrails: object[]) => {
  const { key } = await organization.createFlag({ type: 'number' })
  const at = organization.at(key)
  await organization.put(at, config({ defaultValue: 1 }))
  const steps = [1, 3_600].map((after, place) => ({ after, change: { defaultValue: place + 2 } }))
  const { body } = await organization.post(`${at}/schedules`, { steps, guardrails })
  return { key, at, id: body.id as string }
}

const becomes = (organization: TestOrganization, id: string, expected: object) =>
  vi.waitFor(async () => expect((await organization.get(`/v1/schedules/${id}`)).body).toMatchObject(expected))

const values = async (organization: TestOrganization, at: string) =>
  (await organization.walk(`${at}/versions`)).map((version) => version.config.defaultValue)

const firstStepDone = { status: 'running', reason: null, steps: [{ status: 'done' }, { status: 'waiting' }] }

for (const [database, open] of Object.entries(databases)) {
  test(`${database}: a Prometheus that is away is told of once; what waits for it outlives a crash, and goes on when it is back`, async () => {
    await using chosen = await open()
    const prometheus = await startPrometheus()
    try {
      await prometheus.kill()
      const settings = { ...chosen.settings, BUNTING_PROMETHEUS_URL: prometheus.url }
      await using server = await startServer(settings)
      const { firstKey = '' } = server
      const lines = () => server.stderr().match(/Prometheus does not answer/g) ?? []
      await vi.waitFor(() => expect(lines()).toHaveLength(1))
      const before = await openOrganization(firstKey, server)
      const { key, at, id } = await schedule(before, [guardrail('vector(0)')])
      await becomes(before, id, { status: 'running', reason: expect.stringContaining('Prometheus does not answer') })
      expect(await values(before, at)).toEqual([1])
      expect(lines()).toHaveLength(1)
      await server.kill9()

      await prometheus.restart()
      await using again = await startServer(settings)
      const after = await openOrganization(firstKey, again)
      await becomes(after, id, firstStepDone)
      expect(await values(after, at)).toEqual([2, 1])
      await vi.waitFor(async () => expect((await evaluate(again, firstKey, key)).body.value).toBe(2))
      expect(again.stderr()).not.toContain('Prometheus')
    } finally {
      await prometheus.stop()
    }
  })
}

test('of two instances one rolls back, and both serve what was before', async () => {
  await using database = await databases.PostgreSQL()
  const prometheus = await startPrometheus()
  try {
    await prometheus.show('failures', 0)
    const settings = { ...database.settings, BUNTING_PROMETHEUS_URL: prometheus.url }
    await using first = await startServer(settings)
    await using second = await startServer(settings)
    const { firstKey = '' } = first
    const organization = await openOrganization(firstKey, first, second)
    const { key, at, id } = await schedule(organization, [guardrail('failures', {}, 'rollback')])
    await becomes(organization, id, firstStepDone)
    await prometheus.show('failures', 7)
    // Whoever resumes has it asked at once.
    for (const what of ['pause', 'resume']) await organization.post(`/v1/schedules/${id}/${what}`)
    await becomes(organization, id, {
      status: 'cancelled',
      reason: expect.stringContaining('failures: its value was 7'),
    })
    expect(await values(organization, at)).toEqual([1, 2, 1])
    for (const server of [first, second]) {
      await vi.waitFor(async () => expect((await evaluate(server, firstKey, key)).body.value).toBe(1))
    }
  } finally {
    await prometheus.stop()
  }
})
