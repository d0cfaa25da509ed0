import { measureMany } from './streams/many.ts'
import { measureSlow } from './streams/slow.ts'
import { openBenchEdge } from './support/edge.ts'
import { machine } from './support/machine.ts'

const edge = await openBenchEdge()
const many = await measureMany(edge)
const slow = await measureSlow(edge)
await edge.stop()
process.stdout.write(
  `\n# Streams\n\nOne Delivery instance; the readers have server keys.\n${machine()}\n\n## Many\n\n${many}\n\n## A slow one\n\n${slow}\n`,
)
