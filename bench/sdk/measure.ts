import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { parentPort, workerData } from 'node:worker_threads'
import { threadMs } from '../support/thread-ms.ts'
import { evaluateTimes, openBenchFlags } from './flags.ts'

/** With telemetry off, on, or on while its endpoint is away. */
export type Mode = 'off' | 'on' | 'away'
export type Asked = { mode: Mode; url: string; evaluations: number; rounds: number }
export type Measured = {
  /** Of this thread's time, for each round. */
  timesMs: number[]
  flushesMs: number[]
  /** What the heap gained by ten further rounds and a flush, once everything was used before. */
  grownKb: number
}

const warmUps = 3
const { mode, url, evaluations, rounds } = workerData as Asked

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const heapKb = (): number => {
  for (let n = 0; n < 3; n++) collectGarbage()
  return getHeapStatistics().used_heap_size / 1024
}

/** No Bunting is followed: only events find their endpoint, unless that is away. */
const fetch: typeof globalThis.fetch = (input, init) =>
  mode === 'on' && String(input).startsWith(url)
    ? globalThis.fetch(input, init)
    : Promise.reject(new TypeError('the network is gone'))

const telemetry = mode === 'off' ? {} : { telemetry: { url, flushMs: 86_400_000 } }
const flags = openBenchFlags({ fetch, ...telemetry })

const measured: Measured = { timesMs: [], flushesMs: [], grownKb: 0 }
for (let round = 1 - warmUps; round <= rounds; round++) {
  const began = threadMs()
  if (evaluateTimes(flags, evaluations) === -1) throw new Error('nobody can be on less than never')
  const evaluated = threadMs()
  await flags.flush()
  if (round <= 0) continue
  measured.timesMs.push(evaluated - began)
  measured.flushesMs.push(threadMs() - evaluated)
}

const before = heapKb()
for (let round = 0; round < 10; round++) evaluateTimes(flags, evaluations)
await flags.flush()
measured.grownKb = heapKb() - before
parentPort?.postMessage(measured)
await flags.close()
