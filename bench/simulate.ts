import { measuredCosts } from './simulate/costs.ts'
import type { Variant } from './simulate/crowd.ts'
import { readOptions } from './simulate/options.ts'
import { type Event, type Outcome, simulate } from './simulate/run.ts'
import { table } from './support/figures.ts'

const options = readOptions(process.argv.slice(2))

const plain: Variant = { isPatched: true, isSpread: true, shedding: 'none' }
const whole: Variant = { ...plain, isPatched: false }
const cases: { event: Event; how: string; variant: Variant }[] = [
  { event: 'a change', how: 'patches', variant: plain },
  { event: 'a change', how: 'whole bundles', variant: whole },
  { event: 'an instance is lost', how: 'patches', variant: plain },
  { event: 'an instance is lost', how: 'whole bundles', variant: whole },
  { event: 'every instance restarts', how: 'whole bundles', variant: whole },
  {
    event: 'every instance restarts',
    how: 'patches, no chance in the waiting',
    variant: { ...plain, isSpread: false },
  },
  { event: 'every instance restarts', how: 'patches', variant: plain },
  { event: 'every instance restarts', how: 'patches, shedding', variant: { ...plain, shedding: 'same' } },
  {
    event: 'every instance restarts',
    how: 'patches, shedding at different times',
    variant: { ...plain, shedding: 'spread' },
  },
  { event: 'every application restarts', how: 'nothing kept', variant: plain },
  {
    event: 'every application restarts',
    how: 'nothing kept, shedding at different times',
    variant: { ...plain, shedding: 'spread' },
  },
]

const seconds = (ms: number | undefined): string =>
  ms === undefined ? `over ${options['max-seconds']}` : (ms / 1_000).toFixed(ms < 100 ? 3 : 2)
const bytes = (count: number): string =>
  count < 1e9 ? `${(count / 1e6).toFixed(0)} MB` : `${(count / 1e9).toFixed(1)} GB`
const thousands = (count: number): string => count.toLocaleString('en')

const cells = ({ currentMs, openMs, peak, evaluateMs, sentBytes, attempts, refused, gaveUp }: Outcome): string[] => [
  seconds(currentMs),
  seconds(openMs),
  `${(100 * peak).toFixed(0)} %`,
  evaluateMs.p50.toFixed(2),
  evaluateMs.p99.toFixed(2),
  evaluateMs.longest.toFixed(1),
  bytes(sentBytes),
  thousands(attempts),
  thousands(refused),
  thousands(gaveUp),
]
const head = [
  'what happens',
  'how',
  'all current, s',
  'all streams open, s',
  'busiest core',
  'evaluate p50 ms',
  'p99',
  'longest',
  'sent',
  'attempts',
  'refused',
  'given up',
]
const rows: string[][] = []
for (const { event, how, variant } of cases) {
  process.stderr.write(`  ${event}: ${how}\n`)
  rows.push([event, how, ...cells(simulate(event, variant, options, measuredCosts))])
}
const said = Object.entries(options).map(([name, value]) => `${name} ${thousands(value)}`)
process.stdout.write(`
# Simulation

${said.join(', ')}.

${table(head, rows)}
`)
