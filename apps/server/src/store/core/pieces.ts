export type Sized<Id> = { id: Id; bytes: number | null }

/**
 * The maximum size of a piece: small enough that nobody waits for long. It also fits into memory: SQLite buffers the
 * rows that it reads from a table while writing to that table, and would put more than this on disk.
 */
const most = { count: 500, bytes: 1024 * 1024 }

/** Splits rows into pieces that can be read or written in one turn of the event loop; a large row is a piece by itself. */
export const piecesOf = <Id>(found: readonly Sized<Id>[]): Id[][] => {
  const pieces: Id[][] = []
  let sum = 0
  for (const { id, bytes } of found) {
    const piece = pieces.at(-1)
    sum += bytes ?? 0
    if (piece && piece.length < most.count && sum <= most.bytes) piece.push(id)
    else {
      pieces.push([id])
      sum = bytes ?? 0
    }
  }
  return pieces
}
