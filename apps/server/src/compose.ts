import { getRequestListener } from '@hono/node-server'
import { newId, newSecret, openClock } from './chance.ts'
import { type Config, httpUrl } from './config.ts'
import { deliveryListener } from './delivery/app.ts'
import { openMemoryEdge } from './edge/memory.ts'
import { startPublisher } from './edge/publish.ts'
import type { Deps } from './http/deps.ts'
import { type Listener, listen } from './http/listen.ts'
import { type Logger, openLog } from './http/log.ts'
import { measureQuery } from './http/metrics.ts'
import { managementApp } from './management/app.ts'
import { type Bootstrapped, bootstrap } from './management/bootstrap.ts'
import { openPostgres } from './store/connect/postgres.ts'
import { openSqlite } from './store/connect/sqlite.ts'
import { openStore, type Store } from './store/store.ts'

export type Service = Bootstrapped & {
  managementUrl: string
  deliveryUrl: string
  close(): Promise<void>
}

/** A started service: the only place that names the concrete parts, the clock and chance. */
export const startService = async (config: Config): Promise<Service> => {
  const log = openLog()
  const store = await openDatabase(config, log)
  const edge = openMemoryEdge(store)
  const publisher = startPublisher({ store, edge, log })
  const deps: Deps = {
    store,
    publisher,
    log,
    nowUs: openClock(),
    newId,
    newSecret,
    adminToken: config.adminToken,
    publicUrl: config.publicUrl,
  }
  const listeners: Listener[] = []
  const close = async (): Promise<void> => {
    await Promise.all(listeners.map((listener) => listener.close()))
    await publisher.close()
    await edge.close()
    await store.close()
  }
  try {
    const settings = { plan: config.bootstrapPlan, serverKey: config.bootstrapServerKey }
    const bootstrapped = await bootstrap(deps, settings)
    const app = managementApp(deps, { checks: { database: store.ping } })
    const management = await listen(getRequestListener(app.fetch), config.host, config.managementPort)
    listeners.push(management)
    const delivery = await listen(deliveryListener({ edge, log }), config.host, config.deliveryPort)
    listeners.push(delivery)
    return {
      ...bootstrapped,
      managementUrl: httpUrl(config.host, management.port),
      deliveryUrl: httpUrl(config.host, delivery.port),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}

const openDatabase = ({ databaseUrl, dataDir }: Config, log: Logger): Promise<Store> => {
  if (databaseUrl === undefined) return openStore(openSqlite(dataDir, measureQuery), 'sqlite')
  const lost = (error: Error) =>
    log.warn({ err: error }, 'an idle connection to PostgreSQL broke; the pool opens another')
  return openStore(openPostgres(databaseUrl, measureQuery, lost), 'postgres')
}
