import { ms } from '../support/figures.ts'
import { whileEvaluating } from './evaluate.ts'
import { type Instance, openInstance } from './instance.ts'
import type { Readers } from './start-readers.ts'

const nowMs = (): number => performance.timeOrigin + performance.now()
const stormMs = 60_000

/** The instance dies, and another takes its place at once: all readers come back to it, as the SDKs do. */
export const measureStorm = async (
  before: Instance,
  redisUrl: string,
  key: string,
  readers: Readers,
  count: number,
): Promise<string> => {
  const { all } = await readers.comeBack()
  await before.kill9()
  const port = { BUNTING_DELIVERY_PORT: String(before.port) }
  await using server = await openInstance(redisUrl, count, port)
  const began = nowMs()
  const [back, evaluated] = await whileEvaluating(server.port, key, stormMs, () => all)
  return `After a restart all ${count.toLocaleString('en')} readers came back within ${((back.atMs - began) / 1_000).toFixed(1)} s of the new instance's start, and were told to wait ${back.refused.toLocaleString('en')} times. Evaluations in that minute: p50 ${ms(evaluated.p50Ms)} ms, p99 ${ms(evaluated.p99Ms)} ms.`
}
