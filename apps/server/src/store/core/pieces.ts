export type Sized<Id> = { id: Id; bytes: number | null }

/**
 * So much keeps nobody waiting. And SQLite first puts aside what it reads of a table that it writes to: so much has room
 * in memory, and more would go to the disk twice.
 */
const most = { count: 500, bytes: 1024 * 1024 }

/** Rows in pieces that are small enough to be read or written in one turn of the loop; a large row is one by itself. */
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
