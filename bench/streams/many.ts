import { type BenchEdge, clientKeyOf } from '../support/edge.ts'
import { median, ms, table } from '../support/figures.ts'
import { progress } from '../support/progress.ts'
import { openChanging, streamCount } from './change.ts'
import { whileEvaluating } from './evaluate.ts'
import { type Instance, openInstance } from './instance.ts'
import { type Readers, startReaders } from './start-readers.ts'
import { measureStorm } from './storm.ts'

const flagCount = 50
const restMs = 3_000
/** One change after the other, with evaluations in the background. */
const changesMs = 12_000

export type Crowd = {
  /** What its readers are told. */
  told: 'whole bundles' | 'patches' | 'that it changed'
  count: number
  /** Another build of the program. */
  before?: readonly string[]
  /** Whether all of them come back at once in the end. */
  storm?: boolean
}

const head = [
  'told',
  'streams',
  'processes',
  'KB a stream',
  'changes',
  'change → all, median ms',
  'longest',
  'evaluate at rest, p50 / p99 ms',
  'during changes, p50 / p99 ms',
]

/** Opens very many streams on one instance; every change must reach all of them. */
export const measureMany = async (edge: BenchEdge, crowds: readonly Crowd[]): Promise<string> => {
  const rows: string[][] = []
  const storms: string[] = []
  for (const [index, crowd] of crowds.entries()) {
    const { row, storm } = await measure(edge, `env_many${index}`, crowd)
    rows.push(row)
    if (storm !== undefined) storms.push(storm)
  }
  return `${table(head, rows)}\n\nA change is one flag of ${flagCount}; one comes after the other.\n\n${storms.join('\n\n')}`
}

const measure = async (edge: BenchEdge, environmentId: string, crowd: Crowd) => {
  const { told, count, before } = crowd
  const environment = await openChanging(edge, environmentId, flagCount)
  const ofClients = { BUNTING_MAX_STREAMS_PER_KEY: String(count), BUNTING_MAX_STREAMS_PER_ADDRESS: String(count) }
  await using server = await openInstance(edge.url, count, ofClients, before)
  const { port } = server
  const key = told === 'that it changed' ? clientKeyOf(environmentId) : environment.key
  const emptyKb = await server.residentKb()
  const readers = startReaders(count)
  await readers.open({ port, key, patches: told === 'patches' }, progress(`${count} streams`, count))
  const { all } = await readers.expect(environment.revision())
  await all
  const [, rest] = await whileEvaluating(port, environment.key, restMs, async () => undefined)
  const times: number[] = []
  const [, during] = await whileEvaluating(port, environment.key, changesMs, async () => {
    const until = performance.now() + changesMs
    while (performance.now() < until) times.push(await environment.change(readers))
  })
  const kb = (await server.residentKb()) - emptyKb
  await requireAll(server, readers, count)
  const storm = crowd.storm ? await measureStorm(server, edge.url, environment.key, readers, count) : undefined
  readers.close()
  const row = [
    before ? `${told}, before` : told,
    count.toLocaleString('en'),
    String(server.processes),
    (kb / count).toFixed(1),
    String(times.length),
    median(times).toFixed(0),
    Math.max(...times).toFixed(0),
    `${ms(rest.p50Ms)} / ${ms(rest.p99Ms)}`,
    `${ms(during.p50Ms)} / ${ms(during.p99Ms)}`,
  ]
  return { row, storm }
}

const requireAll = async (server: Instance, readers: Readers, count: number): Promise<void> => {
  const [ended, counted] = [await readers.ended(), await streamCount(server)]
  if (ended > 0 || counted !== count) throw new Error(`${ended} streams ended, ${counted} are open`)
}
