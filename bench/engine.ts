import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { bunting } from './engine/bunting.ts'
import { type Case, type Competitor, caseNames, cases, compete } from './engine/cases.ts'
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
  const { name: title, ofHandWritten } = cases[name]
  const has = (one: Measured): { one: Measured; times: number[] }[] => {
    const times = one.times[name]
    return times ? [{ one, times }] : []
  }
  const bySpeed = (measured: readonly Measured[]) =>
    measured.flatMap(has).toSorted((a, b) => median(a.times) - median(b.times))
  const [ownTimes, handTimes] = [own.times[name] ?? [], hand.times[name] ?? []]
  const rows = bySpeed([hand, own, ...others]).map(({ one, times }) => [
    labelOf(one.competitor),
    ns(median(times)),
    `${(100 * ratio(handTimes, times)).toFixed(1)} %`,
    one === own ? '' : `${ratio(times, ownTimes).toFixed(one === hand ? 2 : 1)}×`,
  ])
  const lacking = others.flatMap(({ competitor }) => {
    const lack = name === 'all' ? undefined : competitor.lacks[name]
    return lack === undefined ? [] : [[labelOf(competitor), lack]]
  })
  const fastest = bySpeed(others)[0]
  const ofHand = ratio(handTimes, ownTimes)
  const toPeer = fastest ? ratio(fastest.times, ownTimes) : Number.NaN
  const least = (100 * ofHandWritten).toFixed(0)
  const verdict = [
    `${(100 * ofHand).toFixed(1)} % of hand-written (at least ${least} %: ${ofHand >= ofHandWritten ? 'yes' : 'NO'})`,
    `${toPeer.toFixed(1)} times the fastest peer (at least 3: ${toPeer >= 3 ? 'yes' : 'NO'})`,
  ]
  return `## ${title}\n\n${table(head, [...rows, ...lacking])}\n\nBunting: ${verdict.join('; ')}.\n`
}

const head = ['engine', 'ns', 'of hand-written', 'Bunting is']
const top = `# Engine\n\nOne evaluation in process, by key; medians and ratios of interleaved rounds, in this thread's processor time.\n${machine()}`
const sections = caseNames.map(section)
process.stdout.write(`\n${top}\n\n${sections.join('\n')}${missing.map((line) => `\n${line}\n`).join('')}`)
for (const { close } of competitors) await close()
// Some peers leave timers and threads behind.
process.exit(0)
