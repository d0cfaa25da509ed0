import type { Access } from '../core/access.ts'
import type { PartKind } from '../core/schema.ts'

/** Hashes of a list in order, 8 bytes each; where the list keeps its ids, these as JSON beside. */
export type ListPart = {
  seq: number
  /** In hexadecimal. */
  first: string
  last: string
  hashes: Uint8Array
  ids: Uint8Array | null
}

/** The segment version or the proposal that parts belong to. */
export type PartOwner = { ownerId: string; kind: PartKind }

/**
 * The hashes of large lists. Parts never change, and belong to a version of a list or a proposal that may not be there yet:
 * see `management/lists/stage-parts`.
 */
export const listPartsTable = ({ db }: Access) => {
  const of = ({ ownerId, kind }: PartOwner) =>
    db.selectFrom('list_parts').where('owner_id', '=', ownerId).where('kind', '=', kind)

  return {
    insert: async ({ ownerId, kind }: PartOwner, part: ListPart): Promise<void> => {
      await db
        .insertInto('list_parts')
        .values({ owner_id: ownerId, kind, ...part })
        .execute()
    },

    /** One at a time: all of them together may be larger than memory. */
    read: async (owner: PartOwner, seq: number): Promise<ListPart | undefined> =>
      of(owner).select(['seq', 'first', 'last', 'hashes', 'ids']).where('seq', '=', seq).executeTakeFirst(),

    /** The parts of changes in which a hash would be. */
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

    /** The part of a whole version in which a hash would be. */
    wholeAround: async (ownerId: string, hash: string): Promise<Uint8Array | undefined> => {
      const row = await of({ ownerId, kind: 'whole' })
        .select('hashes')
        .where('first', '<=', hash)
        .where('last', '>=', hash)
        .executeTakeFirst()
      return row?.hashes
    },

    /** Whether the version was written down as what it changed, too. */
    hasDelta: async (ownerId: string): Promise<boolean> =>
      (await db
        .selectFrom('list_parts')
        .select('seq')
        .where('owner_id', '=', ownerId)
        .where('kind', 'in', ['added', 'removed'])
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** Deletes so many of an owner's, of one kind or of all, and returns how many there were. */
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
