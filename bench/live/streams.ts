import { get, type IncomingMessage } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { type ServerProcess, startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import type { BenchDatabase } from '../support/databases.ts'
import { median } from '../support/figures.ts'
import { residentMb } from '../support/process.ts'
import { progress } from '../support/progress.ts'
import { statements } from '../support/statements.ts'
import { openProject, type Project } from './project.ts'

const count = 1_000
/** One key may have so many. */
const perKey = 100
const changes = 9
const idleMs = 30_000
/** What was needed to open them is collected by then. */
const settleMs = 10_000

export const streamsHead = [
  'database',
  'streams',
  'MB empty',
  'MB open',
  'MB more',
  `queries in ${idleMs / 1_000} idle s`,
  'without any',
  'change → all, median ms',
  'longest',
  'queries a change',
  'without any',
]

type Reader = { response: IncomingMessage; text: string }

const openReader = (url: string, key: string): Promise<Reader> => {
  const { promise, resolve, reject } = Promise.withResolvers<Reader>()
  get(url, { headers: { authorization: `Bearer ${key}` }, agent: false }, (response) => {
    const reader = { response, text: '' }
    response.setEncoding('utf8').on('data', (part: string) => {
      reader.text += part
      if (reader.text.includes('id: ')) resolve(reader)
    })
    response.on('close', () => reject(new Error(`a stream ended: ${response.statusCode} ${reader.text}`)))
  }).on('error', reject)
  return promise
}

/** The fewest of some tries: what runs in the background asks the database now and then too. */
const queriesOf = async (server: ServerProcess, work: () => Promise<unknown>): Promise<number> => {
  const counts: number[] = []
  for (let attempt = 0; attempt < changes; attempt++) {
    const before = await statements(server)
    await work()
    counts.push((await statements(server)) - before)
  }
  return Math.min(...counts)
}

const whileIdle = async (server: ServerProcess): Promise<number> => {
  const before = await statements(server)
  await setTimeout(idleMs)
  return (await statements(server)) - before
}

const openAll = async ({ url, keys }: Project): Promise<Reader[]> => {
  const readers: Reader[] = []
  const report = progress(`${count} streams`, count)
  for (const key of keys) {
    readers.push(...(await Promise.all(Array.from({ length: perKey }, () => openReader(url, key)))))
    report(readers.length)
  }
  return readers
}

/** A thousand open pages of a project: what they cost, idle and at a change. */
export const measureStreams = async ({ name, settings }: BenchDatabase): Promise<string[]> => {
  await using server = await startServer(settings)
  const project = await openProject(server, count / perKey)
  const alone = await queriesOf(server, project.change)
  await setTimeout(settleMs)
  const emptyMb = await residentMb(server.pid)
  const idleWithout = await whileIdle(server)
  const readers = await openAll(project)
  await setTimeout(settleMs)
  const openMb = await residentMb(server.pid)
  const idle = await whileIdle(server)
  const times: number[] = []
  const told = (change: number) => readers.every(({ text }) => text.split('event: changed').length > change)
  let change = 0
  const queries = await queriesOf(server, async () => {
    change += 1
    const began = performance.now()
    await project.change()
    while (!told(change)) await setTimeout(1)
    times.push(performance.now() - began)
  })
  for (const { response } of readers) response.removeAllListeners('close').destroy()
  return [
    name,
    count.toLocaleString('en'),
    String(emptyMb),
    String(openMb),
    String(openMb - emptyMb),
    String(idle),
    String(idleWithout),
    median(times).toFixed(0),
    Math.max(...times).toFixed(0),
    String(queries),
    String(alone),
  ]
}
