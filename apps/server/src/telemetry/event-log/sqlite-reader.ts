import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import type { EventGroup } from '../../store/tables/event-log.ts'
import { groupOrder, groupSums, placeColumns } from './group-sql.ts'
import { rowsBetweenRests } from './rest.ts'
import { type EventFile, listDays, openEventFile, tablesOf } from './sqlite-file.ts'
import { answerCalls } from './thread.ts'

// Reads one day as it was when the reading began, while the writer goes on.

export type Reading = EventFile & { day: string; environmentId: string | undefined }

const { path, day, environmentId } = workerData as Reading
const { series, events } = tablesOf(day)
const pageSize = 500

// Lowers the priority of this thread below that of requests. Elsewhere than on Linux it would be that of the process.
if (process.platform === 'linux') setPriority(constants.priority.PRIORITY_LOW)

const database = openEventFile(path)
database.exec('create temp table sums (series integer primary key, count integer not null)')
database.exec('begin')
const exists = listDays(database).includes(day)
const last = exists ? Number(database.prepare(`select max(rowid) as last from ${events}`).get()?.last ?? 0) : 0
const late = database.prepare('select id from late where day = ?').all(day)

const ofEnvironment =
  environmentId === undefined ? '' : `and series in (select id from ${series} where environment_id = ?)`
const sum = exists
  ? database.prepare(`
      insert into sums select series, sum(count) from ${events} where rowid > ? and rowid <= ? ${ofEnvironment}
      group by series on conflict (series) do update set count = count + excluded.count`)
  : undefined
let summed = 0
let groups: Iterator<unknown> | undefined
/** Needed because older releases of Node restart an iterator that is called after its end. */
let over = false

/** Sums up the next rows and returns the progress: a piece at a time, so that a long run can pause and report. */
const sumChunk = (): { summed: number; rows: number } => {
  const end = Math.min(last, summed + rowsBetweenRests)
  if (end > summed) sum?.run(summed, end, ...(environmentId === undefined ? [] : [environmentId]))
  summed = end
  return { summed, rows: last }
}

const nextGroups = (): EventGroup[] => {
  if (!exists || over) return []
  groups ??= database
    .prepare(`
      select ${placeColumns}, value, null as "ruleId", ${groupSums} from sums join ${series} on id = series
      group by environment_id, flag_key, value
      union all
      select ${placeColumns}, null, rule_id, ${groupSums} from sums join ${series} on id = series
      group by environment_id, flag_key, rule_id
      ${groupOrder}`)
    .iterate()
  const page: EventGroup[] = []
  while (page.length < pageSize) {
    const { value, done = false } = groups.next()
    over = done
    if (done) break
    page.push({ ...(value as EventGroup) })
  }
  return page
}

answerCalls(parentPort, {
  seen: () => late.map((row) => Number(row.id)),
  sumChunk,
  nextGroups,
  close: () => database.close(),
})
