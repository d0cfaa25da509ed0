import { CompiledQuery } from 'kysely'
import type { QueryResult } from 'pg'
import type { CopyToStreamQuery } from 'pg-copy-streams'

/** A row of a binary copy: the columns in order, each as PostgreSQL itself has it, a `bytea` as its bytes. */
export type CopiedRow = { columns: (Buffer | null)[] }

export const isCopy = (text: unknown): text is string => typeof text === 'string' && text.startsWith('copy ')

/**
 * Makes a binary copy of a select. The driver takes the rows of a select for text: a `bytea` then comes in hexadecimal, which
 * takes several times as long, and as much memory.
 */
export const copyOf = ({ sql, parameters }: CompiledQuery): CompiledQuery<CopiedRow> => {
  const select = sql.replaceAll(/\$(\d+)/g, (_, number) => literal(parameters[Number(number) - 1]))
  return CompiledQuery.raw(`copy (${select}) to stdout (format binary)`) as CompiledQuery<CopiedRow>
}

/** A copy takes no parameters, so they are written into its text: only ids and numbers can be. */
const literal = (value: unknown): string => {
  if (Number.isSafeInteger(value)) return String(value)
  if (typeof value === 'string' && /^[\w-]*$/.test(value)) return `'${value}'`
  throw new Error('a copy takes ids and numbers alone')
}

/** The answer to a copy, in the form of the answer to any other statement. */
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

/** The bytes before the first row: a signature, flags, and how long the rest of the head is. */
const headBytes = 19

/** Yields the number of bytes that it needs next, and is given them. Returns when all rows are read. */
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

/** Puts each column together from the pieces in which it comes, straight into memory of its own. */
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
    /** Undefined if rows are missing. */
    end: (): CopiedRow[] | undefined => (isOver ? rows : undefined),
  }
}
