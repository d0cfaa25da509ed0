import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import { startRedis } from '../../apps/server/src/testing/services.ts'
import { sender } from '../growth/place.ts'
import type { BenchDatabase } from '../support/databases.ts'
import { measureAdditions } from './additions.ts'
import { type Bench, idAt, isOnFor, say } from './bench.ts'

/** Additions by way of Redis, until each of several instances of Delivery answers by them. */
export const measureEveryDelivery = async (
  bench: Bench,
  database: BenchDatabase,
  { segment, flag, count }: { segment: string; flag: string; count: number },
): Promise<string> => {
  say(`  ${count} instances of Delivery, with Redis`)
  const { key } = bench.place
  const folder = await mkdtemp(join(tmpdir(), 'bunting-bench-'))
  await using ends = new AsyncDisposableStack()
  ends.defer(() => rm(folder, { recursive: true }))
  const redis = await startRedis()
  ends.defer(() => redis.stop())
  const shared = { REDIS_URL: redis.url }
  const management = ends.use(await startServer({ ...database.settings, ...shared, BUNTING_ROLE: 'management' }))
  const instances: string[] = []
  for (let at = 0; at < count; at++) {
    const own = { BUNTING_ROLE: 'delivery', BUNTING_DATA_DIR: join(folder, String(at)) }
    instances.push(ends.use(await startServer({ ...shared, ...own })).deliveryUrl)
  }
  const answered = (userId: string) => Promise.all(instances.map((url) => isOnFor(url, key, flag, userId)))
  await answered(idAt(0))
  const sharing = { ...bench, server: management, send: sender(management.managementUrl, key) }
  const figure = await measureAdditions(sharing, segment, answered)
  return `until each of ${count} instances of Delivery behind Redis does: ${figure}.`
}
