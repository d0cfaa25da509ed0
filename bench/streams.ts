import { programAt } from '../apps/server/src/testing/servers/server-process.ts'
import { measureMany } from './streams/many.ts'
import { measureSlow } from './streams/slow.ts'
import { openBenchEdge } from './support/edge.ts'
import { machine } from './support/machine.ts'

const count = Number(process.argv[2] ?? 50_000)
const { BUNTING_BENCH_BEFORE: before } = process.env
/** As many as the releases before patches were measured with. */
const few = Math.min(count, 10_000)

const edge = await openBenchEdge()
const toldOf = ['whole bundles', 'patches', 'that it changed'] as const
const many = await measureMany(edge, [
  ...toldOf.flatMap((told) => [
    ...(before ? [{ told, count: few, before: programAt(before) }] : []),
    { told, count: few },
  ]),
  { told: 'patches', count, storm: true },
])
const slow = await measureSlow(edge)
await edge.stop()
process.stdout.write(
  `\n# Streams\n\nOne Delivery instance; its readers are in processes that stand back behind it.\n${machine()}\n\n## Many\n\n${many}\n\n## A slow one\n\n${slow}\n`,
)
