import { startServer } from '../apps/server/src/testing/servers/server-process.ts'
import { againstBare } from './lists/against-bare.ts'
import { actor, type Built, buildLists, longAgo, needle, often, sizes } from './support/build-lists.ts'
import { type BenchDatabase, chosenDatabases } from './support/databases.ts'
import { ms, table } from './support/figures.ts'
import { machine } from './support/machine.ts'
import { findPages, head, type ListCase, lines, measurePages, type PageCase } from './support/measure.ts'
import { residentMb } from './support/process.ts'

const depths = [1, 10, 100, 1_000, Number.POSITIVE_INFINITY]

/** In groups that are measured together: what compares to what. */
const groups = ({ large, small }: Built): ListCase[][] => {
  const flags = (name: string, projectId: string, filter: string, where: string): ListCase => ({
    name,
    path: `/v1/projects/${projectId}/flags${filter}`,
    from: `flags where project_id = '${projectId}'${where}`,
    pages: depths,
  })
  const audit = (name: string, filter: string, where: string): ListCase => ({
    name,
    path: `/v1/projects/${large.id}/audit-log${filter}`,
    from: `audit_log where project_id = '${large.id}'${where}`,
    pages: depths,
  })
  return [
    [flags('flags', large.id, '', ''), flags('flags (of 5,000) ¹', small.id, '', '')],
    [
      flags('flags?archived=false', large.id, '?archived=false', ' and archived_us is null'),
      flags('flags?archived=true', large.id, '?archived=true', ' and archived_us is not null'),
      flags('flags?search=number', large.id, '?search=number', ''),
      flags('flags?search=(one, old)', large.id, `?search=${needle}`, ` and search_text like '%${needle}'`),
      flags('flags?search=(nothing)', large.id, '?search=nothing', ' and 1 = 0'),
    ],
    [audit('audit-log', '', '')],
    [
      audit('…?resourceType=flag', '?resourceType=flag', ` and resource_type = 'flag'`),
      audit(`…?resourceType=(few, old)`, `?resourceType=${longAgo.type}`, ` and resource_type = '${longAgo.type}'`),
      audit('…?resourceType=(none)', '?resourceType=nothing', ' and 1 = 0'),
      audit('…?resourceId=(often)', `?resourceId=${often}`, ` and resource_id = '${often}'`),
      audit('…?resourceId=(few, old)', `?resourceId=${longAgo.id}`, ` and resource_id = '${longAgo.id}'`),
      audit('…?resourceId=(none)', '?resourceId=nothing', ' and 1 = 0'),
      audit('…?actorId=(often)', `?actorId=${actor}`, ''),
      audit('…?actorId=(none)', '?actorId=nobody', ' and 1 = 0'),
      audit('…?action=flag', '?action=flag', ''),
      audit('…?action=(none)', '?action=member', ' and 1 = 0'),
      audit(
        '…?resourceType&resourceId',
        `?resourceType=flag&resourceId=${often}`,
        ` and resource_type = 'flag' and resource_id = '${often}'`,
      ),
    ],
  ]
}

const run = async (database: BenchDatabase): Promise<string> => {
  process.stderr.write(`${database.name}: building\n`)
  const built = await buildLists(database)
  const connection = await database.connect()
  const cases: PageCase[][] = []
  for (const group of groups(built)) {
    const pages: PageCase[] = []
    for (const list of group) pages.push(...(await findPages(connection, list)))
    cases.push(pages)
  }
  await connection.close()
  const began = performance.now()
  await using server = await startServer(database.settings)
  const ready = performance.now() - began
  const rows: string[][] = []
  for (const group of cases) {
    process.stderr.write(
      `${database.name}: measuring ${new Set(group.map(({ list }) => list)).values().toArray().join(', ')}\n`,
    )
    rows.push(...lines(await measurePages(server, built.key, group)))
  }
  const memory = await residentMb(server.pid)
  return `## ${database.name}\n\n${table(head, rows)}\n\nReady after ${ms(ready)} ms; ${memory} MB resident after all this.\n`
}

const { flags, smallFlags, changedFlags, versions, environments, auditEntries } = sizes
const reports: string[] = []
for (const open of chosenDatabases()) {
  const database = await open()
  try {
    reports.push(await run(database))
  } finally {
    await database.remove()
  }
}
const inWords = (count: number) => count.toLocaleString('en')
process.stdout.write(`
# Lists

${inWords(flags)} flags, and a project with ${inWords(smallFlags)}, in ${environments} environments each; ${inWords(auditEntries)} audit entries.
Pages of 100, one request at a time. ¹ The newest ${inWords(changedFlags)} have ${versions} versions in each environment, the others one.
${machine()}

${reports.join('\n')}
## Pages of 100 flags against the bare database

Pages a second by the API, and by the driver alone that is told the same statements and gives their rows as JSON, in turns.
${machine()}

${await againstBare(chosenDatabases())}
`)
