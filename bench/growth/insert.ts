import type { Connection } from '../support/databases.ts'

const batch = 50_000
const batchOfTexts = 1_000

/** A row for each number `i` from one to another, made by the database. */
export const insertMany = async (
  connection: Connection,
  into: string,
  [first, last]: readonly [number, number],
  values: string,
): Promise<void> => {
  for (let from = first; from <= last; from += batch) {
    const to = Math.min(last, from + batch - 1)
    const numbers = `with recursive n(i) as (select ${from} union all select i + 1 from n where i < ${to})`
    await connection.run(`insert into ${into} ${numbers} select ${values} from n`)
  }
}

/** Rows whose values no database can make, such as hashes. */
export const insertRows = async (connection: Connection, into: string, rows: readonly string[]): Promise<void> => {
  for (let from = 0; from < rows.length; from += batchOfTexts) {
    const some = rows.slice(from, from + batchOfTexts).map((row) => `(${row})`)
    await connection.run(`insert into ${into} values ${some.join(', ')}`)
  }
}

/** As long as real ids are. */
export const idOf = (prefix: string, number: string): string =>
  `'${prefix}_01a1dd5b9c0b7192bc17' || (100000000000 + ${number})`
