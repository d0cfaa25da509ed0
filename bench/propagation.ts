import { setTimeout } from 'node:timers/promises'
import { deliveryClient } from '../apps/server/src/testing/clients/delivery-client.ts'
import { openEventStream } from '../apps/server/src/testing/clients/event-stream.ts'
import { startRedis } from '../apps/server/src/testing/services.ts'
import { startDelivery } from './support/delivery.ts'
import { median, ms, quantile, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { startManagement } from './support/management.ts'
import { progress } from './support/progress.ts'

const changes = 300
const otherFlags = 100
const pauseMs = 20
const flagKey = 'changing'

const redis = await startRedis()
const management = await startManagement(redis.url)
process.stderr.write(`${otherFlags} flags beside the one that changes\n`)
for (let i = 0; i < otherFlags; i++) await management.createFlag(`other-${i}`)
const flag = await management.createFlag(flagKey)
await using delivery = await startDelivery(redis.url)
const client = deliveryClient(delivery.deliveryUrl, management.key)
const stream = await openEventStream(`${delivery.deliveryUrl}/v1/stream`, { authorization: `Bearer ${management.key}` })
await stream.next()

/** Asks until the answer is the new one, and says when it was there. */
const evaluatesTo = async (value: boolean): Promise<number> => {
  for (;;) {
    const { body } = await client.evaluate(flagKey)
    if (body.value === value) return performance.now()
  }
}

const times = { put: [] as number[], evaluate: [] as number[], stream: [] as number[] }
const report = progress('changes', changes)
for (let change = 1; change <= changes; change++) {
  const on = change % 2 === 1
  const told = stream.next().then(() => performance.now())
  const began = performance.now()
  await flag.turn(on)
  const answered = performance.now()
  const visible = await evaluatesTo(on)
  times.put.push(answered - began)
  times.evaluate.push(visible - answered)
  // The notice goes out before the answer does, so that a stream may well have it first.
  times.stream.push(Math.max(0, (await told) - answered))
  report(change)
  await setTimeout(pauseMs)
}
stream.close()
await management.stop()
await redis.stop()

const row = (name: string, values: readonly number[]): string[] => [
  name,
  ms(median(values)),
  ms(quantile(values, 0.99)),
  ms(Math.max(...values)),
]
const rows = [
  row('PUT until its answer', times.put),
  row('its answer → evaluate on the other instance answers with it', times.evaluate),
  row('its answer → told on a stream of the other instance', times.stream),
]
const p99 = quantile(times.evaluate, 0.99)
const verdict = `visible on the other instance after ${ms(p99)} ms at p99 (under 50: ${p99 < 50 ? 'yes' : 'NO'})`
process.stdout.write(
  `\n# Change propagation\n\n${changes} changes; Management (SQLite) and Delivery are two processes over Redis; ${otherFlags + 1} flags in the environment.\n${machine()}\n\n${table(['from → to', 'p50 ms', 'p99 ms', 'longest'], rows)}\n\nBunting: ${verdict}.\n`,
)
