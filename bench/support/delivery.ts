import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, type Settings, startServer } from '../../apps/server/src/testing/servers/server-process.ts'

export type DeliveryProcess = ServerProcess & { port: number }

/** A Delivery instance in a process of its own, without rate limits. */
export const startDelivery = async (
  redisUrl: string,
  settings: Settings = {},
  launch: Parameters<typeof startServer>[1] = {},
): Promise<DeliveryProcess> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-bench-'))
  const server = await startServer(
    {
      BUNTING_ROLE: 'delivery',
      REDIS_URL: redisUrl,
      BUNTING_DATA_DIR: dataDir,
      BUNTING_RATE_LIMIT_SERVER: 'off',
      BUNTING_RATE_LIMIT_CLIENT: 'off',
      ...settings,
    },
    launch,
  )
  return {
    ...server,
    port: Number(new URL(server.deliveryUrl).port),
    [Symbol.asyncDispose]: async () => {
      await server.kill9()
      await rm(dataDir, { recursive: true })
    },
  }
}
