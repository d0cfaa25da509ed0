import { expect, test, vi } from 'vitest'
import { guardrail } from '../../src/testing/guardrail.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { startPrometheus } from '../../src/testing/services.ts'
import { databases } from '../process/support/databases.ts'
import { becomes, firstStepDone, schedule, values } from '../process/support/guarded.ts'
import { evaluate, openOrganization } from '../process/support/organization.ts'

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
