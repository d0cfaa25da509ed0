import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { loadPackage, nowhere, silent } from '../engine/peers/load-package.ts'
import { unleashFlags } from '../engine/peers/unleash-flags.ts'
import { clientKey, flags } from './requests.ts'

// The Unleash Proxy evaluates over HTTP what an Unleash server has; the flags come with its start instead.

type Client = { InMemStorageProvider: new () => object }
type Module = { createApp(options: object): Parameters<typeof createServer>[1] }

const { createApp } = loadPackage<Module>('@unleash/proxy')
const { InMemStorageProvider } = loadPackage<Client>('unleash-client')
const app = createApp({
  unleashUrl: nowhere,
  unleashApiToken: 'token',
  clientKeys: [clientKey],
  refreshInterval: 3_600_000,
  metricsInterval: 3_600_000,
  expBootstrap: { data: unleashFlags(flags) },
  storageProvider: new InMemStorageProvider(),
  logger: { ...silent, log: () => undefined },
})
const server = createServer(app)
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
