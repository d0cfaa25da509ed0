import { type RawBuilder, sql } from 'kysely'
import { giveTurn } from '../../base/give-turn.ts'
import type { Access } from '../core/access.ts'
import { eachRow, rowsOf } from '../core/prepared.ts'

type Copied<Id> = { id: Id; bytes: number | null }

/**
 * So much keeps nobody waiting. And SQLite first puts aside what it reads of a table that it writes to: so much has room
 * in memory, and more would go to the disk twice.
 */
const most = { count: 500, bytes: 1024 * 1024 }

const piecesOf = <Id>(found: readonly Copied<Id>[]): Id[][] => {
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

/** Copies rows within a table, each by a new id: some at a time, with turns for others between them. */
export const copyInPieces = async <Id extends string>(
  found: readonly Copied<Id>[],
  newId: () => Id,
  insert: (rows: string) => Promise<unknown>,
): Promise<void> => {
  for (const piece of piecesOf(found)) {
    await giveTurn()
    await insert(rowsOf(piece.map((id) => [id, newId()])))
  }
}

/** What is copied, as a table of both ids. */
export const copiedRows = (access: Access, rows: string): RawBuilder<unknown> =>
  sql`(select value ->> 0 as id, value ->> 1 as new_id from ${eachRow(access, rows)})`
