import { setTimeout } from 'node:timers/promises'
import { startRedis } from '../../apps/server/src/testing/services.ts'
import { postRequest } from '../load/request.ts'
import { type DeliveryProcess, startDelivery } from '../support/delivery.ts'
import { table } from '../support/figures.ts'
import { machine } from '../support/machine.ts'
import { startManagement } from '../support/management.ts'
import { processorMs } from '../support/process.ts'
import { startRaw } from './start-raw.ts'

const streams = 4_000
const requests = 16_000
const changes = 12
/** Longer than telling all of them takes: a revision that is overtaken is not sent. */
const pauseMs = 500
const moreFlags = 200
const beatMs = 15_000

const redis = await startRedis()
const management = await startManagement(redis.url)
const flag = await management.createFlag('changing')
const { key } = management
const rows: string[][] = []

const get = (path: string, headers: Record<string, string> = {}): string => {
  const all = { host: '127.0.0.1', authorization: `Bearer ${key}`, ...headers }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  return `GET ${path} HTTP/1.1\r\n${lines.join('')}\r\n`
}
const bundleOf = async ({ deliveryUrl }: DeliveryProcess) => {
  const response = await fetch(`${deliveryUrl}/v1/bundle`, { headers: { authorization: `Bearer ${key}` } })
  return { etag: response.headers.get('etag') ?? '', bytes: (await response.text()).length }
}

/** Microseconds of the server's processor time for each of so many. */
const cost = async ({ pid }: DeliveryProcess, count: number, work: () => Promise<unknown>): Promise<number> => {
  const before = await processorMs(pid)
  await work()
  // What was begun is done.
  await setTimeout(500)
  return (1_000 * ((await processorMs(pid)) - before)) / count
}
const say = (name: string, us: number): void => {
  rows.push([name, us.toFixed(us < 10 ? 2 : 0)])
  process.stderr.write(`  ${name}: ${us.toFixed(2)} µs\n`)
}

const change = async (): Promise<void> => {
  for (let n = 0; n < changes; n++) {
    await flag.turn(n % 2 === 0)
    await setTimeout(pauseMs)
  }
}

/** What telling costs, by streams that are there and by none. */
const writeCosts = async (path: string): Promise<{ us: number; bytes: number }> => {
  await using delivery = await startDelivery(redis.url)
  const { bytes } = await bundleOf(delivery)
  await change()
  const alone = await cost(delivery, changes, change)
  using raw = startRaw()
  await raw.ask({ port: delivery.port, request: get(path), times: streams, isHeld: true })
  const together = await cost(delivery, changes, change)
  say(`apply, to a bundle of ${bytes} bytes`, alone)
  return { us: (together - alone) / streams, bytes }
}

{
  await using delivery = await startDelivery(redis.url)
  using raw = startRaw()
  const { etag } = await bundleOf(delivery)
  const port = delivery.port
  const ask = { port, request: get('/v1/bundle', { 'if-none-match': etag }), times: requests, isHeld: false }
  const evaluate = postRequest('/v1/evaluate', { flagKey: 'changing', context: {} }, { authorization: `Bearer ${key}` })
  await raw.ask(ask)
  say('ask', await cost(delivery, requests, () => raw.ask(ask)))
  say('evaluate', await cost(delivery, requests, () => raw.ask({ ...ask, request: evaluate })))
  const request = get('/v1/stream', { 'last-event-id': etag.replaceAll('"', '') })
  const idle = await cost(delivery, 1, () => setTimeout(beatMs))
  say('open', await cost(delivery, streams, () => raw.ask({ port, request, times: streams, isHeld: true })))
  const beating = await cost(delivery, 1, () => setTimeout(2 * beatMs))
  say('beat', (beating / 2 - idle) / streams)
}
{
  await using delivery = await startDelivery(redis.url, { BUNTING_MAX_STREAMS: '1' })
  using raw = startRaw()
  const stream = { port: delivery.port, request: get('/v1/stream'), times: 1, isHeld: true }
  await raw.ask(stream)
  const refused = { ...stream, times: requests, isHeld: false }
  await raw.ask(refused)
  say('refuse', await cost(delivery, requests, () => raw.ask(refused)))
}
const small = await writeCosts('/v1/stream')
for (let n = 0; n < moreFlags; n++) await management.createFlag(`other-${n}`)
const patched = await writeCosts('/v1/stream?from=0')
const large = await writeCosts('/v1/stream')
say('write', small.us)
say('write, a patch', patched.us)
say('writeKilobyte', (1_000 * (large.us - small.us)) / (large.bytes - small.bytes))

await management.stop()
await redis.stop()
process.stdout.write(`\n# Costs\n\n${machine()}\n\n${table(['cost', 'µs'], rows)}\n`)
