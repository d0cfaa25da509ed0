import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { flagCount } from './sdk/flags.ts'
import type { Asked, Measured, Mode } from './sdk/measure.ts'
import { median, ns, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { progress } from './support/progress.ts'

const evaluations = 1_000_000
const rounds = 15
/** Each in a thread of its own, where nothing else was compiled, and in turns. */
const turns: readonly Mode[] = ['off', 'on', 'away', 'on', 'off', 'away', 'off', 'on', 'away']
/** As the SDK has it, unless told otherwise. */
const flushMs = 10_000

const endpoint = new Worker(new URL('./sdk/events-endpoint.ts', import.meta.url))
const [url] = (await once(endpoint, 'message')) as [string]

const report = progress('turns', turns.length)
const measured: Record<Mode, Measured[]> = { off: [], on: [], away: [] }
for (const [at, mode] of turns.entries()) {
  const workerData: Asked = { mode, url, evaluations, rounds }
  const worker = new Worker(new URL('./sdk/measure.ts', import.meta.url), { workerData })
  const [result] = (await once(worker, 'message')) as [Measured]
  measured[mode].push(result)
  await worker.terminate()
  report(at + 1)
}
await endpoint.terminate()

const timeOf = (mode: Mode): number => median(measured[mode].flatMap(({ timesMs }) => timesMs))
const grownOf = (mode: Mode): number => Math.max(...measured[mode].map(({ grownKb }) => grownKb))
const flushCpuMs = median(measured.on.flatMap(({ flushesMs }) => flushesMs))
const speed = timeOf('off') / timeOf('on')
const withFlush = speed * (1 - flushCpuMs / flushMs)

const perEvaluation = (mode: Mode): string => ns((timeOf(mode) * 1e6) / evaluations)
const percent = (share: number): string => `${(100 * share).toFixed(1)} %`
const yes = (holds: boolean): string => (holds ? 'yes' : 'NO')
const rows = [
  ['telemetry off', perEvaluation('off'), '', `${grownOf('off').toFixed(0)} kB`],
  ['telemetry on', perEvaluation('on'), percent(speed), `${grownOf('on').toFixed(0)} kB`],
  [`with ${flushCpuMs.toFixed(0)} ms for a flush every ${flushMs / 1_000} s`, '', percent(withFlush), ''],
  [
    'its endpoint away',
    perEvaluation('away'),
    percent(timeOf('off') / timeOf('away')),
    `${grownOf('away').toFixed(0)} kB`,
  ],
]
const max = Math.max(grownOf('on'), grownOf('away'))
process.stdout.write(`
# The server SDK, with and without telemetry

${evaluations.toLocaleString('en')} evaluations a round, of ${flagCount} flags with a rule and a rollout each; medians of ${3 * rounds} rounds.
Growth is of the heap, by 10 further rounds and a flush.
${machine()}

${table(['', 'ns', 'speed', 'growth'], rows)}

At least 80 % of the speed without telemetry: ${yes(withFlush >= 0.8)}. No growth (under 256 kB): ${yes(max < 256)}.
`)
