import type { CompiledQuery } from 'kysely'
import { copyOf } from '../connect/postgres-copy.ts'
import type { Access } from '../core/access.ts'
import type { PartKind } from '../core/schema.ts'

/** Hashes of a list in order, 8 bytes each, and the ids as JSON if the list keeps them. */
export type PartContent = { hashes: Uint8Array; ids: Uint8Array | null }

export type ListPart = PartContent & {
  seq: number
  /** In hexadecimal. */
  first: string
  last: string
}

/** The segment version or the proposal that parts belong to. */
export type PartOwner = { ownerId: string; kind: PartKind }

/**
 * The hashes of large lists. Parts never change, and belong to a version of a list or a proposal that may not be there yet:
 * see `management/lists/stage-parts`.
 */
export const listPartsTable = ({ db, dialect }: Access) => {
  const of = ({ ownerId, kind }: PartOwner) =>
    db.selectFrom('list_parts').where('owner_id', '=', ownerId).where('kind', '=', kind)

  const copied = async (query: CompiledQuery): Promise<(PartContent & { seq: number })[]> => {
    const { rows } = await db.executeQuery(copyOf(query))
    return rows.map(({ columns: [seq, hashes, ids = null] }) => ({
      seq: Number((seq as Buffer).readBigInt64BE()),
      hashes: hashes as Buffer,
      ids,
    }))
  }

  return {
    insert: async ({ ownerId, kind }: PartOwner, part: ListPart): Promise<void> => {
      await db
        .insertInto('list_parts')
        .values({ owner_id: ownerId, kind, ...part })
        .execute()
    },

    /**
     * Reads parts from one on, at most `limit`, since all of them together may be larger than memory. Only parts that follow
     * each other: those behind one that is gone are not those that come next.
     */
    read: async (owner: PartOwner, from: number, limit: number): Promise<PartContent[]> => {
      const query = of(owner)
        .select(['seq', 'hashes', 'ids'])
        .where('seq', '>=', from)
        .where('seq', '<', from + limit)
        .orderBy('seq')
      const rows = dialect === 'postgres' ? await copied(query.compile()) : await query.execute()
      const gap = rows.findIndex(({ seq }, at) => seq !== from + at)
      return gap < 0 ? rows : rows.slice(0, gap)
    },

    /** What versions changed, the parts of each in order. */
    changesOf: (ownerIds: readonly string[]) =>
      db
        .selectFrom('list_parts')
        .select(['owner_id as ownerId', 'kind', 'hashes', 'ids'])
        .where('owner_id', 'in', ownerIds)
        .where('kind', 'in', ['added', 'removed'])
        .orderBy('owner_id')
        .orderBy('kind')
        .orderBy('seq')
        .execute(),

    /** The parts of changes whose range includes a hash. */
    around: (ownerIds: readonly string[], hash: string) =>
      ownerIds.length === 0
        ? Promise.resolve([])
        : db
            .selectFrom('list_parts')
            .select(['owner_id as ownerId', 'kind', 'hashes'])
            .where('owner_id', 'in', ownerIds)
            .where('kind', 'in', ['added', 'removed'])
            .where('first', '<=', hash)
            .where('last', '>=', hash)
            .execute(),

    /** The part of a whole version whose range includes a hash. */
    wholeAround: async (ownerId: string, hash: string): Promise<Uint8Array | undefined> => {
      const row = await of({ ownerId, kind: 'whole' })
        .select('hashes')
        .where('first', '<=', hash)
        .where('last', '>=', hash)
        .executeTakeFirst()
      return row?.hashes
    },

    /** Returns whether any part of these kinds is stored. */
    has: async (ownerId: string, kinds: readonly PartKind[]): Promise<boolean> =>
      (await db
        .selectFrom('list_parts')
        .select('seq')
        .where('owner_id', '=', ownerId)
        .where('kind', 'in', kinds)
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** Deletes up to `limit` parts of an owner, of one kind or of all, and returns how many it deleted. */
    forget: async (ownerId: string, kind: PartKind | undefined, limit: number): Promise<number> => {
      const found = await db
        .selectFrom('list_parts')
        .select(['kind', 'seq'])
        .where('owner_id', '=', ownerId)
        .$if(kind !== undefined, (query) => query.where('kind', '=', kind as PartKind))
        .orderBy('kind')
        .orderBy('seq')
        .limit(limit)
        .execute()
      for (const one of found) {
        await db
          .deleteFrom('list_parts')
          .where('owner_id', '=', ownerId)
          .where('kind', '=', one.kind)
          .where('seq', '=', one.seq)
          .execute()
      }
      return found.length
    },
  }
}
