import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { compileFlags } from '@bunting/engine'
import { compileBundle, edgeBundleOf } from '../apps/server/src/testing/clients/compile-bundle.ts'
import { measureChanges } from './bundle/changes.ts'
import { bundleOf, flagCount, segmentCount } from './bundle/content.ts'
import { median, ms, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { threadMs } from './support/thread-ms.ts'

const rounds = 21
const limitMs = 100
const limitMb = 30

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

const heapMb = (): number => {
  collect()
  collect()
  return process.memoryUsage().heapUsed / 2 ** 20
}

/** What it made, and what that keeps. */
const keeps = <Made>(make: () => Made): { made: Made; kept: number } => {
  const before = heapMb()
  const made = make()
  return { made, kept: heapMb() - before }
}

const tookOf = (make: () => unknown): number => {
  const began = threadMs()
  make()
  return threadMs() - began
}

const source = () => {
  const { flags, segments } = bundleOf(1)
  return { format: 2, flags: new Map(Object.entries(flags)), segments: new Map(Object.entries(segments)) }
}

const described = source()
const bundles = [edgeBundleOf(bundleOf(1)), edgeBundleOf(bundleOf(2))] as const

const inEngine = () => compileFlags(described)
const inDelivery = () => compileBundle(bundles[0])
// The first ones meet code that no compiler has seen.
const [firstInEngine, firstInDelivery] = [tookOf(inEngine), tookOf(inDelivery)]
const [engine, delivery] = [keeps(inEngine), keeps(inDelivery)]
// From one to the other and back, each time as a whole that is read.
let current = delivery.made
const inChange = () => {
  const read = bundles[current.revision % 2] ?? bundles[0]
  current = compileBundle({ ...read, revision: current.revision + 1 }, current)
  return current
}
const before = new Map(delivery.made.flags)
const change = keeps(inChange)
const isAnew = ([key, flag]: [string, unknown]) => flag !== before.get(key)
const anew = change.made.flags.entries().filter(isAnew).toArray().length

const works = { engine: inEngine, delivery: inDelivery, change: inChange }
const times = { engine: [] as number[], delivery: [] as number[], change: [] as number[] }
for (let round = 0; round < rounds; round++) {
  for (const name of ['engine', 'delivery', 'change'] as const) times[name].push(tookOf(works[name]))
}

const row = (name: string, first: number | undefined, taken: readonly number[], kept: number): string[] => [
  name,
  first === undefined ? '' : ms(first),
  ms(median(taken)),
  kept.toFixed(1),
]
const rows = [
  row('compileFlags of the engine', firstInEngine, times.engine, engine.kept),
  row('compileBundle of Delivery, with reading its texts', firstInDelivery, times.delivery, delivery.kept),
  row(`a change of one segment: ${anew} flags anew`, undefined, times.change, change.kept),
]
const took = Math.max(median(times.engine), median(times.delivery))
const kept = Math.max(engine.kept, delivery.kept)
const size = ms(JSON.stringify(bundleOf(1)).length / 2 ** 20)
const broken = engine.made.flags
  .values()
  .filter((flag) => flag.broken)
  .toArray().length
if (broken > 0) throw new Error(`${broken} flags cannot be read`)
const changes = measureChanges()
process.stdout.write(
  `\n# Bundle\n\n${flagCount} flags with ${segmentCount} segments, ${size} MB of text; medians of ${rounds}, in this thread's processor time, and what stays on the heap.\n${machine()}\n\n${table(['what', 'first ms', 'ms', 'MB'], rows)}\n\nThe longer takes ${ms(took)} ms (under ${limitMs}: ${took < limitMs ? 'yes' : 'NO'}), the larger keeps ${kept.toFixed(1)} MB (under ${limitMb}: ${kept < limitMb ? 'yes' : 'NO'}).\n\n${changes.text}\n`,
)
if (took >= limitMs || kept >= limitMb || !changes.isFlat) process.exitCode = 1
