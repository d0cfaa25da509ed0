import { type CompiledQuery, type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'
import type { Access } from './access.ts'

const tooEarly = (): never => {
  throw new Error('a prepared query is made without its values: it can only hand them on')
}

/** Stands for a value in a query that is made before it is known. */
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
 * A query whose text is made at its first use and kept: making it takes several times what the embedded database needs
 * to answer. For what is asked at every request. Its text may depend on which values there are, not on what they are.
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

/** The row of a query that cannot but find one. */
export const theOne = <Row>([row]: readonly Row[]): Row => {
  if (row === undefined) throw new Error('what has to be there is gone')
  return row
}

/** Any number of texts as one value, so that the text of the query is the same for all of them. */
export type Many = readonly string[] | string

export const manyOf = ({ dialect }: Access, texts: readonly string[]): Many =>
  dialect === 'postgres' ? texts : JSON.stringify(texts)

type Cell = string | number | null

/** The same of rows, whose cells are then `value ->> 0` and so on. */
export const rowsOf = (rows: readonly (readonly Cell[])[]): string => JSON.stringify(rows)

export const eachRow = ({ dialect }: Access, rows: string): RawBuilder<unknown> =>
  dialect === 'postgres' ? sql`json_array_elements(${rows}::json)` : sql`json_each(${rows})`

export const isAmong = ({ dialect }: Access, column: string, many: Many): RawBuilder<boolean> =>
  dialect === 'postgres'
    ? sql`${sql.ref(column)} = any(${many}::text[])`
    : sql`${sql.ref(column)} in (select value from json_each(${many}))`
