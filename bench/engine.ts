import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { bunting } from './engine/bunting.ts'
import { type Case, type Competitor, cases, compete } from './engine/cases.ts'
import { handWritten } from './engine/hand-written.ts'
import { peers } from './engine/peers/index.ts'
import { type Measured, measureRounds, rounds } from './engine/rounds.ts'
import { median, ns, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { progress } from './support/progress.ts'

const manifest = readFileSync(new URL('./package.json', import.meta.url), 'utf8')
const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> }

const labelOf = ({ name, package: from }: Competitor): string =>
  from === undefined ? name : `${name} (${from} ${dependencies[from]})`

/** How many times as fast, round by round. */
const ratio = (to: readonly number[], of: readonly number[]): number =>
  median(of.map((time, round) => (to[round] as number) / time))

const missing: string[] = []

const competitors: Competitor[] = []
await once(new Worker(new URL('./engine/check-hand-written.ts', import.meta.url)), 'exit')
for (const entry of [handWritten, bunting, ...peers]) {
  process.stderr.write(`${entry.name}: checking its answers\n`)
  try {
    competitors.push(await compete(entry))
  } catch (error) {
    if (entry === handWritten || entry === bunting) throw error
    missing.push(`${entry.name} is not measured: ${(error as Error).message.split('\n')[0]}`)
  }
}

const [hand, own, ...others] = measureRounds(competitors, progress('rounds', rounds)) as [
  Measured,
  Measured,
  ...Measured[],
]

const section = (name: Case): string => {
  const fastest = others.toSorted((a, b) => median(a.times[name]) - median(b.times[name]))[0]
  const rows = [hand, own, ...others]
    .toSorted((a, b) => median(a.times[name]) - median(b.times[name]))
    .map((one) => [
      labelOf(one.competitor),
      ns(median(one.times[name])),
      `${(100 * ratio(hand.times[name], one.times[name])).toFixed(1)} %`,
      one === own ? '' : `${ratio(one.times[name], own.times[name]).toFixed(one === hand ? 2 : 1)}×`,
    ])
  const head = ['engine', 'ns', 'of hand-written', 'Bunting is']
  const ofHand = ratio(hand.times[name], own.times[name])
  const toPeer = fastest ? ratio(fastest.times[name], own.times[name]) : Number.NaN
  const verdict = [
    `${(100 * ofHand).toFixed(1)} % of hand-written (at least 85 %: ${ofHand >= 0.85 ? 'yes' : 'NO'})`,
    `${toPeer.toFixed(1)} times the fastest peer (at least 3: ${toPeer >= 3 ? 'yes' : 'NO'})`,
  ]
  return `## ${cases[name]}\n\n${table(head, rows)}\n\nBunting: ${verdict.join('; ')}.\n`
}

const head = `# Engine\n\nOne evaluation in process, by key; medians and ratios of interleaved rounds, in this thread's processor time.\n${machine()}`
const sections = (Object.keys(cases) as Case[]).map(section)
process.stdout.write(`\n${head}\n\n${sections.join('\n')}${missing.map((line) => `\n${line}\n`).join('')}`)
for (const { close } of competitors) await close()
// Some peers leave timers and threads behind.
process.exit(0)
