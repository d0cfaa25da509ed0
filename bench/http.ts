import { type HttpCase, httpCases } from './http/requests.ts'
import { calmest, connections, measureRounds, middle, type Round, type Rounds, ratio } from './http/rounds.ts'
import { sizesOf } from './http/sizes.ts'
import { startBare, startBunting, startRaw, startUnleash, type Target } from './http/targets.ts'
import { type LoadProcess, startLoad } from './load/start.ts'
import { ms, ns, table } from './support/figures.ts'
import { machine } from './support/machine.ts'

const full = { ms: 300, rounds: 31 }
const half = { ms: 500, rounds: 15 }

const head = [
  'server',
  'requests/s',
  'of raw',
  'processor µs',
  'of raw',
  'p50 ms',
  'p99 ms',
  'half load/s',
  'p50 ms',
  'p99 ms',
  'asked bytes',
  'answered',
]

type Targets = readonly [Target, Target, ...Target[]]

const section = async (load: LoadProcess, all: Targets, of: HttpCase, least: number): Promise<string> => {
  const targets = all.filter(({ requests }) => requests[of]) as readonly Target[] as Targets
  const [own, raw] = targets
  const roundsOf = (target: Target, from: Rounds): Round[] => from.get(target) ?? []
  const atFull = await measureRounds(targets, `${of}, full load`, { load, of, ...full })
  const rateOf = (target: Target) => middle(roundsOf(target, atFull), 'perSecond') / 2
  const atHalf = await measureRounds(targets, `${of}, half load`, { load, of, ...half, rateOf })
  const toRaw = (target: Target, field: keyof Round) => ratio(roundsOf(target, atFull), roundsOf(raw, atFull), field)

  const rows: string[][] = []
  for (const target of targets) {
    const [inFull, inHalf] = [roundsOf(target, atFull), calmest(roundsOf(target, atHalf))]
    const { asked, answered } = await sizesOf(target, of)
    rows.push([
      target.name,
      ns(middle(inFull, 'perSecond')),
      toRaw(target, 'perSecond').toFixed(2),
      middle(inFull, 'processorUs').toFixed(1),
      toRaw(target, 'processorUs').toFixed(2),
      ms(middle(calmest(inFull), 'p50Ms')),
      ms(middle(calmest(inFull), 'p99Ms')),
      ns(middle(inHalf, 'perSecond')),
      ms(middle(inHalf, 'p50Ms')),
      ms(middle(inHalf, 'p99Ms')),
      String(asked),
      String(answered),
    ])
  }
  const reached = toRaw(own, 'perSecond')
  const calm = calmest(roundsOf(own, atHalf))
  const p99 = middle(calm, 'p99Ms')
  const verdict = [
    `${reached.toFixed(2)} of raw (at least ${least}: ${reached >= least ? 'yes' : 'NO'})`,
    `p99 at half load ${ms(p99)} ms (under 5: ${p99 < 5 ? 'yes' : 'NO'}) while other programs had ${Math.round(100 * Math.max(0, middle(calm, 'disturbed')))} % of the machine`,
  ]
  return `## ${httpCases[of]}\n\n${table(head, rows)}\n\nBunting: ${verdict.join('; ')}.\n`
}

const missing: string[] = []
const targets: Target[] = [
  await startBunting(),
  await startRaw(),
  await startBare(),
  await startBunting('Bunting on node:http', { BUNTING_DELIVERY_HTTP: 'node' }),
]
try {
  targets.push(await startUnleash())
} catch (error) {
  missing.push(`\nThe Unleash Proxy is not measured: ${(error as Error).message}\n`)
}
using load = startLoad()
const all = targets as [Target, Target, ...Target[]]
const sections = [
  await section(load, all, 'evaluate', 1),
  await section(load, all, 'ofrep', 1),
  await section(load, all, 'bulk', 0.6),
  await section(load, all, 'ofrepBulk', 0.6),
]
for (const target of targets) await target.stop()
process.stdout.write(
  `\n# HTTP\n\nOne process each on 127.0.0.1, ${connections} connections, interleaved rounds. Medians of rounds; latencies of the third of them in which other programs disturbed least.\n${machine()}\n\n${sections.join('\n')}${missing.join('')}`,
)
