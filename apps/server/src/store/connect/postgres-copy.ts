import { CompiledQuery } from 'kysely'
import type { QueryResult } from 'pg'
import type { CopyToStreamQuery } from 'pg-copy-streams'

/** A row of a binary copy: the columns in order, each in PostgreSQL's binary format, in which a `bytea` is its bytes. */
export type CopiedRow = { columns: (Buffer | null)[] }

export const isCopy = (text: unknown): text is string => typeof text === 'string' && text.startsWith('copy ')

/**
 * Makes a binary copy of a select. The driver reads the rows of a plain select as text, with `bytea` in hexadecimal, which takes
 * several times as much time and memory.
 */
export const copyOf = ({ sql, parameters }: CompiledQuery): CompiledQuery<CopiedRow> => {
  const select = sql.replaceAll(/\$(\d+)/g, (_, number) => literal(parameters[Number(number) - 1]))
  return CompiledQuery.raw(`copy (${select}) to stdout (format binary)`) as CompiledQuery<CopiedRow>
}

/** Formats a parameter as a literal, since a copy takes no parameters. For safety, it accepts only ids and numbers. */
const literal = (value: unknown): string => {
  if (Number.isSafeInteger(value)) return String(value)
  if (typeof value === 'string' && /^[\w-]*$/.test(value)) return `'${value}'`
  throw new Error('a copy takes ids and numbers alone')
}

/** The result of a copy, in the form of any other statement's result. */
export type CopyResult = Pick<QueryResult<CopiedRow>, 'command' | 'rowCount' | 'rows'>

/** Collects the rows of a binary copy. */
export const readCopy = (copy: CopyToStreamQuery): Promise<CopyResult> => {
  const { promise, resolve, reject } = Promise.withResolvers<CopyResult>()
  const reader = openReader()
  copy
    .on('data', reader.take)
    .on('error', reject)
    .on('end', () => {
      const rows = reader.end()
      if (rows) resolve({ command: 'COPY', rowCount: rows.length, rows })
      else reject(new Error('a copy of rows ended before its last row'))
    })
  return promise
}

/** The size of the header: a signature, flags, and the length of its extension. */
const headBytes = 19

/** Yields the number of bytes that it needs next, and receives these bytes. Returns when all rows have been read. */
function* readRows(rows: CopiedRow[]): Generator<number, void, Buffer> {
  const head = yield headBytes
  yield head.readInt32BE(headBytes - 4)
  for (;;) {
    const count = (yield 2).readInt16BE()
    if (count < 0) return
    const columns: (Buffer | null)[] = []
    for (let at = 0; at < count; at++) {
      const length = (yield 4).readInt32BE()
      columns.push(length < 0 ? null : yield length)
    }
    rows.push({ columns })
  }
}

/** Assembles each column from the chunks in which it arrives, directly in a buffer of its own. */
const openReader = () => {
  const rows: CopiedRow[] = []
  const reading = readRows(rows)
  let isOver = false
  let wanted = Buffer.alloc(0)
  let filled = 0

  const goOn = (bytes: Buffer): void => {
    const step = reading.next(bytes)
    isOver = step.done === true
    wanted = Buffer.allocUnsafe(step.value ?? 0)
    filled = 0
  }
  goOn(wanted)

  return {
    take: (piece: Buffer): void => {
      for (let at = 0; at < piece.length && !isOver; ) {
        const length = piece.copy(wanted, filled, at)
        filled += length
        at += length
        while (filled === wanted.length && !isOver) goOn(wanted)
      }
    },
    /** Returns the rows; undefined if the copy is incomplete. */
    end: (): CopiedRow[] | undefined => (isOver ? rows : undefined),
  }
}
