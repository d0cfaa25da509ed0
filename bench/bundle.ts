import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type CompiledFlags, compileFlags } from '@bunting/engine'
import { compileBundle } from '../apps/server/src/delivery/compiled-bundle.ts'
import type { EdgeBundle } from '../apps/server/src/edge/edge.ts'
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

/** What it made, how long that took, and what it keeps. */
const timed = <Made>(make: () => Made): { made: Made; took: number; kept: number } => {
  const before = heapMb()
  const began = threadMs()
  const made = make()
  const took = threadMs() - began
  return { made, took, kept: heapMb() - before }
}

const edgeBundle = (change: number): EdgeBundle => {
  const bundle = bundleOf(change)
  return {
    environmentId: bundle.environmentId as EdgeBundle['environmentId'],
    revision: change,
    text: JSON.stringify(bundle),
  }
}

const never = (kind: string, message: string): never => {
  throw new Error(`the ${kind} is not in order: ${message}`)
}

const source = () => {
  const { flags, segments } = bundleOf(1)
  return { format: 2, flags: new Map(Object.entries(flags)), segments: new Map(Object.entries(segments)) }
}

/** Only what is compiled counts as kept: the bundle was there before. */
const ofEngine = (described: ReturnType<typeof source>) => timed(() => compileFlags(described))
const ofDelivery = (bundle: EdgeBundle) => timed(() => compileBundle(bundle, undefined, never))

const described = source()
const bundles = [edgeBundle(1), edgeBundle(2)] as const
// The first ones meet code that no compiler has seen.
const first = { engine: ofEngine(described), delivery: ofDelivery(bundles[0]) }
const engine = Array.from({ length: rounds }, () => ofEngine(described))
const delivery = Array.from({ length: rounds }, () => ofDelivery(bundles[0]))

const changes = Array.from({ length: rounds }, () => timed(() => compileBundle(bundles[1], first.delivery.made, never)))
const { made } = changes[0] as (typeof changes)[number]
const anew = made.flags
  .entries()
  .reduce((sum, [key, flag]) => sum + (flag === first.delivery.made.flags.get(key) ? 0 : 1), 0)

type Timed = { took: number; kept: number }
const row = (name: string, cold: Timed | undefined, all: readonly Timed[]): string[] => [
  name,
  cold ? ms(cold.took) : '',
  ms(median(all.map(({ took }) => took))),
  median(all.map(({ kept }) => kept)).toFixed(1),
]
const rows = [
  row('compileFlags of the engine', first.engine, engine),
  row('compileBundle of Delivery, with reading its text', first.delivery, delivery),
  row(`a change of one segment: ${anew} flags anew`, undefined, changes),
]
const took = Math.max(...[...engine, ...delivery, first.engine, first.delivery].map((each) => each.took))
const kept = Math.max(...rows.map((cells) => Number(cells[3])))
const size = ms(bundles[0].text.length / 2 ** 20)
const broken = (first.engine.made as CompiledFlags).flags
  .values()
  .filter((flag) => flag.broken)
  .toArray().length
if (broken > 0) throw new Error(`${broken} flags cannot be read`)
process.stdout.write(
  `\n# Bundle\n\n${flagCount} flags with ${segmentCount} segments, ${size} MB of text; medians of ${rounds}, in this thread's processor time, and what stays on the heap.\n${machine()}\n\n${table(['what', 'first ms', 'ms', 'MB'], rows)}\n\nThe longest took ${ms(took)} ms (under ${limitMs}: ${took < limitMs ? 'yes' : 'NO'}), the largest keeps ${kept} MB (under ${limitMb}: ${kept < limitMb ? 'yes' : 'NO'}).\n`,
)
if (took >= limitMs || kept >= limitMb) process.exitCode = 1
