import { type RawBuilder, sql } from 'kysely'
import { giveTurn } from '../../base/give-turn.ts'
import type { Access } from '../core/access.ts'
import { piecesOf, type Sized } from '../core/pieces.ts'
import { eachRow, rowsOf } from '../core/prepared.ts'

/** Copies rows within a table, each by a new id: some at a time, with turns for others between them. */
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

/** What is copied, as a table of both ids. */
export const copiedRows = (access: Access, rows: string): RawBuilder<unknown> =>
  sql`(select value ->> 0 as id, value ->> 1 as new_id from ${eachRow(access, rows)})`
