import { inProcess } from './growth/in-process.ts'
import { type Instance, openInstance, type Size } from './growth/instance.ts'
import { startLoad } from './load/start.ts'
import { openBenchEdge } from './support/edge.ts'
import { median, ms, ns, quantile, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { processorMs, residentMb } from './support/process.ts'
import { progress } from './support/progress.ts'

const flagCounts = [10, 100, 1_000, 10_000]
const environmentCounts = [1, 10, 100, 1_000]
const flagsEach = 100
const connections = 32
const roundMs = 600
const rounds = 11

type Row = { instance: Instance; perSecond: number; ratio: number; processorUs: number; afterMb: number }

/** Instances of all sizes, loaded in turns; what they reach is compared with the smallest within each round. */
const measure = async (sizes: readonly Size[], what: string): Promise<Row[]> => {
  const edge = await openBenchEdge()
  const instances: Instance[] = []
  for (const size of sizes) instances.push(await openInstance(edge, size))
  using load = startLoad()
  const measured = instances.map((instance) => ({ instance, perSecond: [] as number[], processorUs: [] as number[] }))
  const report = progress(`load, ${what}`, rounds)
  for (let round = 0; round <= rounds; round++) {
    for (const { instance, perSecond, processorUs } of round % 2 === 0 ? measured : measured.toReversed()) {
      const { server, requests } = instance
      const before = await processorMs(server.pid)
      const result = await load.apply({ port: server.port, requests, connections, ms: roundMs })
      const used = (await processorMs(server.pid)) - before
      if (round === 0) continue
      perSecond.push(result.perSecond)
      processorUs.push((1_000 * used) / result.answered)
    }
    report(round)
  }
  const rows: Row[] = []
  for (const { instance, perSecond, processorUs } of measured) {
    rows.push({
      instance,
      perSecond: median(perSecond),
      ratio: median(perSecond.map((one, round) => one / (measured[0]?.perSecond[round] as number))),
      processorUs: median(processorUs),
      afterMb: await residentMb(instance.server.pid),
    })
    await instance.server[Symbol.asyncDispose]()
  }
  await edge.stop()
  return rows
}

const cells = ({ instance, perSecond, ratio, processorUs, afterMb }: Row): string[] => [
  ns(perSecond),
  ratio.toFixed(2),
  processorUs.toFixed(1),
  ms(median(instance.firstMs)),
  ms(quantile(instance.firstMs, 0.99)),
  String(instance.emptyMb),
  String(instance.fullMb),
  String(afterMb),
]
const head = [
  'requests/s',
  'of the first',
  'processor µs',
  'first answer p50 ms',
  'p99 ms',
  'MB empty',
  'MB filled',
  'MB after load',
]

const byFlags = await measure(
  flagCounts.map((flags) => ({ environments: 1, flags })),
  'by flags',
)
const nanoseconds = inProcess(flagCounts)
const byEnvironments = await measure(
  environmentCounts.map((environments) => ({ environments, flags: flagsEach })),
  'by environments',
)

const flagTable = table(
  ['flags', ...head, 'in process ns'],
  byFlags.map((row, index) => [ns(row.instance.size.flags), ...cells(row), ns(nanoseconds[index] as number)]),
)
const environmentTable = table(
  ['environments', ...head],
  byEnvironments.map((row) => [ns(row.instance.size.environments), ...cells(row)]),
)
process.stdout.write(
  `\n# Growth\n\n\`POST /v1/evaluate\`, ${connections} connections, one instance each, in turns.\n${machine()}\n\n## Flags in an environment\n\n${flagTable}\n\n## Environments in an instance, ${flagsEach} flags each\n\n${environmentTable}\n`,
)
