import { type CompiledQuery, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Access } from './access.ts'

const tooEarly = (): never => {
  throw new Error('a prepared query is made without its values: it can only hand them on')
}

/** A placeholder for a value in a query that is compiled before the value is known. */
class Slot {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
  toJSON = tooEarly;
  [Symbol.toPrimitive] = tooEarly
}

const slotsFor = <Values extends object>(names: readonly (keyof Values & string)[]): Values =>
  Object.fromEntries(names.map((name) => [name, new Slot(name)])) as Values

/**
 * A query that is compiled at its first use and then cached: compiling takes several times as long as the embedded
 * database needs to answer. For queries of every request. The SQL may depend on which values are given, not on the
 * values themselves.
 */
export const prepared = <Values extends object, Row>(
  make: (access: Access, values: Values) => { compile(provider: QueryExecutorProvider): CompiledQuery<Row> },
): ((access: Access, values: Values) => Promise<Row[]>) => {
  const made = new Map<string, CompiledQuery<Row>>()
  return async (access, values) => {
    const names = (Object.keys(values) as (keyof Values & string)[]).filter((name) => values[name] !== undefined)
    const shape = `${access.dialect} ${names}`
    const query = made.get(shape) ?? make(access, slotsFor(names)).compile(access.db)
    made.set(shape, query)
    const parameters = query.parameters.map((one) => (one instanceof Slot ? values[one.name as keyof Values] : one))
    return (await access.db.executeQuery<Row>({ ...query, parameters })).rows
  }
}

/** The row of a query that always finds one. */
export const theOne = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('what has to be there is gone')
  return row
}

/** Any number of texts as one parameter, so that the SQL is the same for any number. */
export type Many = readonly string[] | string

export const manyOf = ({ dialect }: Access, texts: readonly string[]): Many =>
  dialect === 'postgres' ? texts : JSON.stringify(texts)

type Cell = string | number | null

/** The same for rows, whose cells are then read as `value ->> 0` and so on. */
export const rowsOf = (rows: readonly (readonly Cell[])[]): string => JSON.stringify(rows)

export const eachRow = ({ dialect }: Access, rows: string): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql`json_array_elements(${rows}::json)` : sql`json_each(${rows})`

export const isAmong = ({ dialect }: Access, column: string, many: Many): RawBuilder<boolean> =>
  dialect === 'postgres'
    ? sql`${sql.ref(column)} = any(${many}::text[])`
    : sql`${sql.ref(column)} in (select value from json_each(${many}))`
