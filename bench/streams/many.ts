import { execFileSync } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { startDelivery } from '../support/delivery.ts'
import type { BenchEdge } from '../support/edge.ts'
import { median, table } from '../support/figures.ts'
import { residentMb } from '../support/process.ts'
import { progress } from '../support/progress.ts'
import { openChanging, streamCount } from './change.ts'
import { startReaders } from './start-readers.ts'

const wanted = 10_000
/** What a process needs of its files for other things. */
const otherFiles = 200
const changes = 9
const flagCount = 50

/** Node itself takes as many files as the system lets it: the hard limit. */
const possible = (): number => {
  const limit = Number(execFileSync('sh', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }))
  return Number.isNaN(limit) ? wanted : Math.min(wanted, limit - otherFiles)
}

const head = [
  'streams',
  'opened in s',
  'change → all, median ms',
  'longest',
  'MB empty',
  'MB open',
  'KB a stream',
  'MB after changes',
  'MB closed',
]

/** Opens very many streams on one instance; every change must reach all of them. */
export const measureMany = async (edge: BenchEdge): Promise<string> => {
  const count = possible()
  const environment = await openChanging(edge, 'env_many', flagCount)
  await using server = await startDelivery(edge.url)
  const emptyMb = await residentMb(server.pid)
  const readers = startReaders()
  const began = performance.now()
  await readers.open(server.port, environment.key, count, progress(`${count} streams`, count))
  const openedMs = performance.now() - began
  const openMb = await residentMb(server.pid)
  const times: number[] = []
  const report = progress('changes', changes)
  for (let n = 1; n <= changes; n++) {
    times.push(await environment.change(readers))
    report(n)
  }
  const afterMb = await residentMb(server.pid)
  const [ended, counted] = [await readers.ended(), await streamCount(server)]
  if (ended > 0 || counted !== count) throw new Error(`${ended} streams ended, ${counted} are open`)
  readers.close()
  while ((await streamCount(server)) > 0) await setTimeout(50)
  const row = [
    count.toLocaleString('en'),
    (openedMs / 1_000).toFixed(1),
    median(times).toFixed(0),
    Math.max(...times).toFixed(0),
    String(emptyMb),
    String(openMb),
    (((openMb - emptyMb) * 1_000) / count).toFixed(1),
    String(afterMb),
    String(await residentMb(server.pid)),
  ]
  return `${table(head, [row])}\n\nEach of ${changes} changes sends every stream the bundle of ${flagCount} flags.`
}
