import { measuredCosts } from './simulate/costs.ts'
import type { Variant } from './simulate/crowd.ts'
import { dayOf } from './simulate/day.ts'
import { readOptions } from './simulate/options.ts'
import { type Event, type Outcome, simulate } from './simulate/run.ts'
import { table } from './support/figures.ts'

const options = readOptions(process.argv.slice(2))

const asBuilt: Variant = { isPatched: true, isSpread: true, shedding: 'queue' }
const whole: Variant = { isPatched: false, isSpread: true, shedding: 'none' }
const cases: { event: Event; how: string; variant: Variant }[] = [
  { event: 'nothing', how: 'as built', variant: asBuilt },
  { event: 'a change', how: 'as built', variant: asBuilt },
  { event: 'a change', how: 'whole bundles', variant: whole },
  { event: 'an instance is lost', how: 'as built', variant: asBuilt },
  { event: 'an instance is lost', how: 'all are let in', variant: { ...asBuilt, shedding: 'none' } },
  { event: 'an instance is lost', how: 'whole bundles, all are let in', variant: whole },
  { event: 'every instance restarts', how: 'as built', variant: asBuilt },
  { event: 'every instance restarts', how: 'told to come back together', variant: { ...asBuilt, shedding: 'same' } },
  { event: 'every instance restarts', how: 'all are let in', variant: { ...asBuilt, shedding: 'none' } },
  {
    event: 'every instance restarts',
    how: 'all are let in, and none waits by chance',
    variant: { ...asBuilt, shedding: 'none', isSpread: false },
  },
  { event: 'every instance restarts', how: 'whole bundles, all are let in', variant: whole },
  { event: 'every application restarts', how: 'as built', variant: asBuilt },
  { event: 'every application restarts', how: 'whole bundles, all are let in', variant: whole },
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
const days = [true, false].map((isPatched) => {
  const day = dayOf(options, measuredCosts, isPatched)
  return [
    isPatched ? 'patches' : 'whole bundles',
    ...[day.evaluating, day.beating, day.writing].map((value) => thousands(Math.round(value))),
    `${(100 * day.share).toFixed(1)} %`,
    bytes(day.sentBytes),
  ]
})
const dayHead = ['a day', 'evaluating, core s', 'keeping streams alive', 'telling of changes', 'of all cores', 'sent']
const said = Object.entries(options).map(([name, value]) => `${name} ${thousands(value)}`)
process.stdout.write(`
# Simulation

${said.join(', ')}.

${table(dayHead, days)}

${table(head, rows)}
`)
