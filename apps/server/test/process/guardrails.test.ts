import { expect, test, vi } from 'vitest'
import { guardrail } from '../../src/testing/guardrail.ts'
import { startHere } from '../../src/testing/servers/start-here.ts'
import { startPrometheus } from '../../src/testing/services.ts'
import { databases } from './support/databases.ts'
import { becomes, firstStepDone, schedule, values } from './support/guarded.ts'
import { evaluate, openOrganization } from './support/organization.ts'

test('of two instances one rolls back, and both serve what was before', async () => {
  await using database = await databases.PostgreSQL()
  const prometheus = await startPrometheus()
  try {
    await prometheus.show('failures', 0)
    const settings = { ...database.settings, BUNTING_PROMETHEUS_URL: prometheus.url }
    await using first = await startHere(settings)
    await using second = await startHere(settings)
    const { firstKey = '' } = first
    const organization = await openOrganization(firstKey, first, second)
    const { key, at, id } = await schedule(organization, [guardrail('failures', {}, 'rollback')])
    await becomes(organization, id, firstStepDone)
    await prometheus.show('failures', 7)
    // Resuming checks the guardrails at once.
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
