import { setTimeout } from 'node:timers/promises'
import { type ServerProcess, startServer } from '../apps/server/src/testing/servers/server-process.ts'
import { type BenchDatabase, chosenDatabases } from './support/databases.ts'
import { median, ms, quantile, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { progress } from './support/progress.ts'

const schedules = 1_000
/** How many requests are under way while they are made. */
const atOnce = 4
const spreadMs = 20_000
const allowedMs = 2_000

type Schedule = { id: string; status: string; steps: { at: string; doneAt?: string }[] }
type Answer = Schedule & { items: Schedule[]; hasMore: boolean; nextCursor: string }

const sender =
  ({ managementUrl, firstKey }: ServerProcess) =>
  async (method: string, path: string, body?: object): Promise<Answer> => {
    const response = await fetch(`${managementUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${firstKey}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const answer = (await response.json()) as Answer
    if (response.status >= 300) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }

type Send = ReturnType<typeof sender>

const each = async (what: string, work: (at: number) => Promise<unknown>): Promise<void> => {
  const report = progress(what, schedules)
  let [next, done] = [0, 0]
  const one = async () => {
    while (next < schedules) {
      await work(next++)
      report(++done)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, one))
}

/** Flags with a config, all in one environment: whatever changes there waits for whatever changes there. */
const makeFlags = async (send: Send, project: string): Promise<string> => {
  const { items } = await send('GET', `${project}/environments`)
  const environment = `${project}/environments/${items[0]?.id}/flags`
  await each('flags', async (at) => {
    await send('POST', `${project}/flags`, { key: `scheduled-${at}`, name: 'Scheduled', type: 'number' })
    const config = { version: 1, enabled: true, defaultValue: 0, rules: [] }
    await send('PUT', `${environment}/scheduled-${at}`, config)
  })
  return environment
}

const readEnded = async (send: Send, project: string, ids: ReadonlySet<string>): Promise<Schedule[]> => {
  const ended: Schedule[] = []
  for (let cursor = ''; ; ) {
    const page = await send('GET', `${project}/schedules?status=completed&limit=100${cursor}`)
    ended.push(...page.items.filter(({ id }) => ids.has(id)))
    if (!page.hasMore) return ended
    cursor = `&cursor=${page.nextCursor}`
  }
}

/** How late each was, in milliseconds, of schedules whose one step is at these times. */
const measure = async (send: Send, project: string, flags: string, timeOf: (at: number) => number) => {
  const ids = new Set<string>()
  await each('schedules', async (at) => {
    const steps = [{ at: new Date(timeOf(at)).toISOString(), change: { defaultValue: 1 } }]
    ids.add((await send('POST', `${flags}/scheduled-${at}/schedules`, { steps })).id)
  })
  // Nobody asks for anything while they run.
  await setTimeout(timeOf(schedules - 1) + allowedMs - Date.now())
  for (;;) {
    const ended = await readEnded(send, project, ids)
    if (ended.length === schedules) {
      return ended.flatMap(({ steps }) => steps.map(({ at, doneAt = '' }) => Date.parse(doneAt) - Date.parse(at)))
    }
    await setTimeout(1_000)
  }
}

const run = async (database: BenchDatabase): Promise<{ rows: string[][]; worst: number }> => {
  await using server = await startServer(database.settings)
  const send = sender(server)
  const { items } = await send('GET', '/v1/projects?slug=default')
  const project = `/v1/projects/${items[0]?.id}`
  process.stderr.write(`${database.name}\n`)
  const beganMs = Date.now()
  const flags = await makeFlags(send, project)
  // A schedule takes half as many requests.
  const aheadMs = Date.now() - beganMs
  const spreadFrom = Date.now() + aheadMs
  const spread = await measure(send, project, flags, (at) => spreadFrom + (at * spreadMs) / schedules)
  const sameAt = Date.now() + aheadMs
  const same = await measure(send, project, flags, () => sameAt)
  await server.stop()
  const row = (when: string, late: readonly number[]): string[] => [
    database.name,
    when,
    ms(median(late)),
    ms(quantile(late, 0.99)),
    ms(Math.max(...late)),
  ]
  return {
    rows: [row(`over ${spreadMs / 1_000} s`, spread), row('at the same moment', same)],
    worst: Math.max(...spread, ...same),
  }
}

const rows: string[][] = []
let worst = 0
for (const open of chosenDatabases()) {
  const database = await open()
  try {
    const measured = await run(database)
    rows.push(...measured.rows)
    worst = Math.max(worst, measured.worst)
  } finally {
    await database.remove()
  }
}
if (worst > allowedMs) process.exitCode = 1
process.stdout.write(`
# Schedules

How late steps are, from their time until their version is made: ${schedules} schedules of one step, all in one environment.
${machine()}

${table(['database', 'steps', 'p50 ms', 'p99 ms', 'latest'], rows)}

Bunting: the latest after ${ms(worst)} ms (under ${allowedMs}: ${worst <= allowedMs ? 'yes' : 'NO'}).
`)
