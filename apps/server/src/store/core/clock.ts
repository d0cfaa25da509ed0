import { sql } from 'kysely'
import type { Access } from './access.ts'

/** The clock by which jobs are due. */
export const clockTable = ({ db, dialect, nowUs }: Access) => ({
  /** Microseconds since 1970, by the database's clock if several processes share it: their own clocks may differ. */
  nowUs: async (): Promise<number> => {
    if (nowUs) return nowUs()
    if (dialect === 'sqlite') return Date.now() * 1_000
    const { rows } = await sql<{ now: number }>`
      select (extract(epoch from clock_timestamp()) * 1000000)::bigint as now`.execute(db)
    return (rows[0] as { now: number }).now
  },
})
