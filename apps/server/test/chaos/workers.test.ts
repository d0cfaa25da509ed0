import { expect, inject, test, vi } from 'vitest'
import { deliveryClient } from '../../src/testing/clients/delivery-client.ts'
import { startServer } from '../../src/testing/servers/server-process.ts'
import { config } from '../../src/testing/test-organization.ts'
import { childrenOf } from '../process/support/children-of.ts'
import { databases } from '../process/support/databases.ts'
import { openOrganization } from '../process/support/organization.ts'

/** With Redis, and without it: then the primary reads for its workers. */
const edges = { 'without Redis': () => ({}), 'with Redis': () => ({ REDIS_URL: inject('redisUrl') }) }

for (const [name, settings] of Object.entries(edges)) {
  test(`${name}: a worker that dies is replaced, and workers go with a primary that is killed`, async () => {
    await using database = await databases.SQLite()
    await using server = await startServer({ ...database.settings, ...settings(), BUNTING_DELIVERY_WORKERS: '3' })
    const organization = await openOrganization(server.firstKey ?? '', server)
    const flag = await organization.createFlag({ type: 'number' })
    const put = (version: number) =>
      organization.put(organization.at(flag.key), config({ version, defaultValue: version }))
    const { evaluate } = deliveryClient(server.deliveryUrl, organization.key)
    /** Evaluates often enough that every worker answers. */
    const values = async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => evaluate(flag.key)))
      return new Set(answers.map(({ body }) => body.value))
    }
    await put(1)
    await vi.waitFor(async () => expect(await values()).toEqual(new Set([1])))

    const before = childrenOf(server.pid)
    expect(before).toHaveLength(3)
    process.kill(before[0] as number, 'SIGKILL')
    await vi.waitFor(() => expect(childrenOf(server.pid).filter((pid) => !before.includes(pid))).toHaveLength(1))
    await put(2)
    await vi.waitFor(async () => expect(await values()).toEqual(new Set([2])))
    const line = server.stderr().match(/.*another takes its place.*/)?.[0] ?? ''
    expect(JSON.parse(line)).toMatchObject({ pid: server.pid, workerPid: before[0], signal: 'SIGKILL' })
    expect(line.match(/"pid":/g), 'a name that is there once').toHaveLength(1)

    const workers = childrenOf(server.pid)
    await server.kill9()
    for (const pid of workers) await vi.waitFor(() => expect(() => process.kill(pid, 0)).toThrow())
  })
}
