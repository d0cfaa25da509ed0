import { programAt } from '../apps/server/src/testing/servers/server-process.ts'
import { type HttpCase, httpCases } from './http/requests.ts'
import { calmest, connections, measureRounds, middle, type Round, type Rounds, ratio } from './http/rounds.ts'
import { sizesOf } from './http/sizes.ts'
import { startBare, startBunting, startRaw, startUnleash, type Target } from './http/targets.ts'
import { type LoadProcess, startLoad } from './load/start.ts'
import { ms, ns, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { readOptions } from './support/options.ts'

const { rounds } = readOptions({ rounds: 11 }, process.argv.slice(2))
const full = { ms: 300, rounds }
const half = { ms: 400, rounds }
/** The `main.js` of a build to compare with, such as one from before a change. */
const { BUNTING_BENCH_BEFORE: before } = process.env

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

const nameBefore = 'Bunting before'

type Targets = readonly [Target, Target, ...Target[]]

const section = async (load: LoadProcess, all: Targets, of: HttpCase, least: number): Promise<string> => {
  const targets = all.filter(({ requests }) => requests[of]) as readonly Target[] as Targets
  const [own, raw] = targets
  const roundsOf = (target: Target, from: Rounds): Round[] => from.get(target) ?? []
  const atFull = await measureRounds(targets, `${of}, full load`, { load, of, ...full })
  const rateOf = (target: Target) => middle(roundsOf(target, atFull), 'perSecond') / 2
  const atHalf = await measureRounds(targets, `${of}, half load`, { load, of, ...half, rateOf })
  const compared = (target: Target, to: Target, field: keyof Round) =>
    ratio(roundsOf(target, atFull), roundsOf(to, atFull), field)

  const rows: string[][] = []
  for (const target of targets) {
    const [inFull, inHalf] = [roundsOf(target, atFull), calmest(roundsOf(target, atHalf))]
    const { asked, answered } = await sizesOf(target, of)
    rows.push([
      target.name,
      ns(middle(inFull, 'perSecond')),
      compared(target, raw, 'perSecond').toFixed(2),
      middle(inFull, 'processorUs').toFixed(1),
      compared(target, raw, 'processorUs').toFixed(2),
      ms(middle(calmest(inFull), 'p50Ms')),
      ms(middle(calmest(inFull), 'p99Ms')),
      ns(middle(inHalf, 'perSecond')),
      ms(middle(inHalf, 'p50Ms')),
      ms(middle(inHalf, 'p99Ms')),
      String(asked),
      String(answered),
    ])
  }
  const reached = compared(own, raw, 'perSecond')
  const calm = calmest(roundsOf(own, atHalf))
  const p99 = middle(calm, 'p99Ms')
  const earlier = targets.find(({ name }) => name === nameBefore)
  const verdict = [
    `${reached.toFixed(2)} of raw (at least ${least}: ${reached >= least ? 'yes' : 'NO'})`,
    `p99 at half load ${ms(p99)} ms (under 5: ${p99 < 5 ? 'yes' : 'NO'}) while other programs had ${Math.round(100 * Math.max(0, middle(calm, 'disturbed')))} % of the machine`,
    ...(earlier
      ? [
          `${compared(own, earlier, 'perSecond').toFixed(3)} of the requests/s and ${compared(own, earlier, 'processorUs').toFixed(3)} of the processor time of the build before`,
        ]
      : []),
  ]
  return `## ${httpCases[of]}\n\n${table(head, rows)}\n\nBunting: ${verdict.join('; ')}.\n`
}

const missing: string[] = []
process.stderr.write('starting the servers\n')
const targets: Target[] = [
  await startBunting(),
  await startRaw(),
  await startBare(),
  await startBunting('Bunting on node:http', { settings: { BUNTING_DELIVERY_HTTP: 'node' } }),
  ...(before ? [await startBunting(nameBefore, { program: programAt(before) })] : []),
]
try {
  targets.push(await startUnleash())
} catch (error) {
  missing.push(`\nThe Unleash Proxy is not measured: ${(error as Error).message}\n`)
}
using load = startLoad()
const all = targets as [Target, Target, ...Target[]]
const cases = targets.reduce((sum, { requests }) => sum + Object.keys(requests).length, 0)
const minutes = (cases * (rounds + 1) * (full.ms + half.ms)) / 60_000
process.stderr.write(
  `${targets.length} servers, ${rounds} rounds of each kind of request: ${minutes.toFixed(1)} minutes\n`,
)
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
