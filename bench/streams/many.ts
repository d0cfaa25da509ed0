import { setTimeout } from 'node:timers/promises'
import type { BenchEdge } from '../support/edge.ts'
import { median, ms, table } from '../support/figures.ts'
import { progress } from '../support/progress.ts'
import { openChanging, streamCount } from './change.ts'
import { whileEvaluating } from './evaluate.ts'
import { type Instance, openInstance } from './instance.ts'
import { type Readers, startReaders } from './start-readers.ts'
import { measureStorm } from './storm.ts'

const changes = 5
const flagCount = 50
/** For each change, with evaluations in the background. */
const changeMs = 3_000

export type Crowd = {
  name: string
  count: number
  patches: boolean
  /** Another build of the program. */
  program?: readonly string[]
  /** Whether all of them come back at once in the end. */
  storm: boolean
}

const head = [
  '',
  'streams',
  'processes',
  'KB a stream',
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
  return `${table(head, rows)}\n\nEach of ${changes} changes is one flag of ${flagCount}.\n\n${storms.join('\n\n')}`
}

const measure = async (edge: BenchEdge, environmentId: string, crowd: Crowd) => {
  const { name, count, patches, program } = crowd
  const environment = await openChanging(edge, environmentId, flagCount)
  await using server = await openInstance(edge.url, count, {}, program)
  const { port } = server
  const emptyKb = await server.residentKb()
  const readers = startReaders(count)
  await readers.open({ port, key: environment.key, patches }, progress(`${count} streams`, count))
  const { all } = await readers.expect(environment.revision())
  await all
  const [, rest] = await whileEvaluating(port, environment.key, changeMs, async () => undefined)
  const times: number[] = []
  const [, during] = await whileEvaluating(port, environment.key, changes * changeMs, async () => {
    const report = progress('changes', changes)
    while (times.length < changes) {
      const [took] = await Promise.all([environment.change(readers), setTimeout(changeMs)])
      report(times.push(took))
    }
  })
  const kb = (await server.residentKb()) - emptyKb
  await requireAll(server, readers, count)
  const storm = crowd.storm ? await measureStorm(server, edge.url, environment.key, readers, count) : undefined
  readers.close()
  const row = [
    name,
    count.toLocaleString('en'),
    String(server.processes),
    (kb / count).toFixed(1),
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
