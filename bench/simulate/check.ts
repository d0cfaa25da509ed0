import { fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { startRedis } from '../../apps/server/src/testing/services.ts'
import { type DeliveryProcess, startDelivery } from '../support/delivery.ts'
import { median, ms, table } from '../support/figures.ts'
import { machine } from '../support/machine.ts'
import { startManagement } from '../support/management.ts'
import { measuredCosts } from './costs.ts'
import { readOptions } from './options.ts'
import { type Event, simulate } from './run.ts'
import type { Wanted } from './sdks.ts'
import { startRaw } from './start-raw.ts'

const streams = 4_000
const changes = 7
/** More of them would measure their own process. */
const sdks = 300
const restarts = 3

/** One process on this machine, with nothing else to do. */
const simulated = (event: Event, options: readonly string[]) => {
  const here = ['--instances=1', '--cores=1', '--evaluations=0', '--round-trip-ms=0', '--megabits-a-second=100000']
  const variant = { isPatched: true, isSpread: true, shedding: 'queue' } as const
  return simulate(event, variant, readOptions([...here, ...options]), measuredCosts)
}

const streamCount = async (url: string): Promise<number> => {
  const text = await fetch(`${url}/metrics`).then(
    (response) => response.text(),
    () => '',
  )
  return Number(/^bunting_delivery_streams (\d+)$/m.exec(text)?.[1] ?? 0)
}
const nowMs = (): number => performance.timeOrigin + performance.now()

const redis = await startRedis()
const management = await startManagement(redis.url)
const flag = await management.createFlag('changing')
const { key } = management

/** From a PUT's answer until the last of the streams has it. */
const measureChange = async (): Promise<number> => {
  await using delivery = await startDelivery(redis.url)
  using raw = startRaw()
  const request = `GET /v1/stream?from=0 HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n\r\n`
  await raw.ask({ port: delivery.port, request, times: streams, isHeld: true })
  const times: number[] = []
  for (let n = 0; n < changes; n++) {
    await flag.turn(n % 2 === 0)
    const began = nowMs()
    await setTimeout(1_500)
    times.push((await raw.ask('lastHeard')) - began)
  }
  return median(times)
}

/** From the moment when it answers again until every SDK has its stream, and how long it was away. */
const measureRestart = async (): Promise<{ backMs: number; awayMs: number }> => {
  let delivery: DeliveryProcess = await startDelivery(redis.url)
  const { port, deliveryUrl: url } = delivery
  const child = fork(fileURLToPath(new URL('./sdks.ts', import.meta.url)))
  child.send({ url, key, count: sdks } satisfies Wanted)
  await once(child, 'message')
  const back: number[] = []
  const away: number[] = []
  for (let n = 0; n < restarts; n++) {
    // Long enough for a stream to count as one that worked.
    await setTimeout(2_000)
    const gone = nowMs()
    await delivery[Symbol.asyncDispose]()
    delivery = await startDelivery(redis.url, { BUNTING_DELIVERY_PORT: String(port) })
    const began = nowMs()
    while ((await streamCount(url)) < sdks) await setTimeout(5)
    away.push(began - gone)
    back.push(nowMs() - began)
  }
  child.disconnect()
  await delivery[Symbol.asyncDispose]()
  return { backMs: median(back), awayMs: median(away) }
}

const changed = await measureChange()
const { backMs, awayMs } = await measureRestart()
await management.stop()
await redis.stop()

const change = simulated('a change', [`--sdks=${streams}`, '--patch-bytes=500'])
const restart = simulated('every instance restarts', [`--sdks=${sdks}`, `--restart-ms=${Math.round(awayMs)}`])
const row = (what: string, measured: number, said: number): string[] => [
  what,
  ms(measured),
  ms(said),
  `${(said / measured).toFixed(2)}×`,
]
const rows = [
  row(`a change, until ${streams.toLocaleString('en')} streams have it`, changed, change.currentMs ?? Number.NaN),
  row(
    `a restart of ${Math.round(awayMs)} ms, until ${sdks.toLocaleString('en')} SDKs have their streams again`,
    backMs,
    (restart.openMs ?? Number.NaN) - awayMs,
  ),
]
process.stdout.write(
  `\n# The simulation beside the service\n\n${machine()}\n\n${table(['', 'measured, ms', 'simulated', 'of measured'], rows)}\n`,
)
