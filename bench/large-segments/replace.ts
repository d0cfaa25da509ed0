import { setTimeout } from 'node:timers/promises'
import { deliveryClient } from '../../apps/server/src/testing/clients/delivery-client.ts'
import { ms } from '../support/figures.ts'
import { residentMb } from '../support/process.ts'
import { type Bench, bounds, held, million, say, uploadTo } from './bench.ts'
import { probeWhile } from './probe.ts'

const idleMs = 3_000

export const replaceHead = [
  'ids',
  'replaced in s',
  'MB before',
  'at most',
  'evaluate p99 / longest ms before',
  'meanwhile',
]

const callers = 50
const evaluationsEach = 1_000

/** Lets a process be one that is in use: what the engine reserves for garbage grows with the first requests. */
export const warmUp = async ({ server, place }: Bench): Promise<void> => {
  const client = deliveryClient(server.deliveryUrl, place.key)
  const evaluate = async () => {
    for (let at = 0; at < evaluationsEach; at++) await client.evaluate(place.flag.key)
  }
  await Promise.all(Array.from({ length: callers }, evaluate))
}

/** Replaces a list while evaluations go on; no flag needs it. */
export const measureReplace = async (bench: Bench, segment: string, count: number, from = 0): Promise<string[]> => {
  const { server, place } = bench
  const ask = () => deliveryClient(server.deliveryUrl, place.key).evaluate(place.flag.key)
  const before = await probeWhile(server, ask, setTimeout(idleMs))
  const memory = await residentMb(server.pid)
  say(`  ${count.toLocaleString('en')} ids`)
  const upload = uploadTo(bench, segment, { op: 'replace', from, count })
  const during = await probeWhile(server, ask, upload)
  const { seconds } = await upload
  const grown = Math.max(0, during.memory - memory)
  return [
    count.toLocaleString('en'),
    held(seconds.toFixed(1), seconds <= (bounds.secondsAMillion * count) / million),
    `${memory}`,
    held(`+${grown}`, grown <= bounds.memoryMb),
    `${ms(before.p99)} / ${ms(before.most)}`,
    held(`${ms(during.p99)} / ${ms(during.most)}`, during.most <= before.most + bounds.stallMs),
  ]
}
