import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Access } from './access.ts'
import type { Dialect } from './connect/dialect.ts'

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

const slotsFor = <Values extends object>(values: Values): Values =>
  Object.fromEntries(Object.keys(values).map((name) => [name, new Slot(name)])) as Values

/**
 * A query whose text is made at its first use and kept: making it takes several times what the embedded database needs
 * to answer. For what is asked at every request. Its text must not depend on the values, of which none is left out.
 */
export const prepared = <Values extends object, Row>(
  make: (access: Access, values: Required<Values>) => { compile(): CompiledQuery<Row> },
): ((access: Access, values: Required<Values>) => Promise<Row[]>) => {
  const made = new Map<Dialect, CompiledQuery<Row>>()
  return async (access, values) => {
    const query = made.get(access.dialect) ?? make(access, slotsFor(values)).compile()
    made.set(access.dialect, query)
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

export const isAmong = ({ dialect }: Access, column: string, many: Many): RawBuilder<boolean> =>
  dialect === 'postgres'
    ? sql`${sql.ref(column)} = any(${many}::text[])`
    : sql`${sql.ref(column)} in (select value from json_each(${many}))`
