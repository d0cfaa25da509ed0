import { type RawBuilder, sql } from 'kysely'
import { giveTurn } from '../../base/give-turn.ts'
import type { Access } from '../core/access.ts'
import { piecesOf, type Sized } from '../core/pieces.ts'
import { eachRow, rowsOf } from '../core/prepared.ts'

/** Copies rows within a table under new ids, in pieces, and lets other requests run in between. */
export const copyInPieces = async <Id extends string>(
  found: readonly Sized<Id>[],
  newId: () => Id,
  insert: (rows: string) => Promise<unknown>,
): Promise<void> => {
  for (const piece of piecesOf(found)) {
    await giveTurn()
    await insert(rowsOf(piece.map((id) => [id, newId()])))
  }
}

/** The rows to copy, as a table of old and new ids. */
export const copiedRows = (access: Access, rows: string): RawBuilder<unknown> =>
  sql`(select value ->> 0 as id, value ->> 1 as new_id from ${eachRow(access, rows)})`
