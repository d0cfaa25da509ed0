import type { ProposalId } from '@bunting/contract'
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

/** What parts are of; a proposal has no versions. */
export type PartOwner = { ownerId: string; version: number; kind: PartKind }

/** Everything that large lists hold. Parts of a version are written with it, and never change. */
export const listPartsTable = ({ db }: Access) => {
  const of = ({ ownerId, version, kind }: PartOwner) =>
    db.selectFrom('list_parts').where('owner_id', '=', ownerId).where('version', '=', version).where('kind', '=', kind)

  return {
    insert: async ({ ownerId, version, kind }: PartOwner, part: ListPart): Promise<void> => {
      await db
        .insertInto('list_parts')
        .values({ owner_id: ownerId, version, kind, ...part })
        .execute()
    },

    /** One at a time: all of them together may be larger than memory. */
    read: async (owner: PartOwner, seq: number): Promise<ListPart | undefined> =>
      of(owner).select(['seq', 'first', 'last', 'hashes', 'ids']).where('seq', '=', seq).executeTakeFirst(),

    /** Those of the versions after one and up to another in which a hash would be, the latest version first. */
    around: (ownerId: string, after: number, upTo: number, hash: string) =>
      db
        .selectFrom('list_parts')
        .select(['version', 'kind', 'hashes'])
        .where('owner_id', '=', ownerId)
        .where('version', '>', after)
        .where('version', '<=', upTo)
        .where('kind', 'in', ['added', 'removed'])
        .where('first', '<=', hash)
        .where('last', '>=', hash)
        .orderBy('version', 'desc')
        .execute(),

    /** The part of a whole version in which a hash would be. */
    wholeAround: async (ownerId: string, version: number, hash: string): Promise<Uint8Array | undefined> => {
      const row = await of({ ownerId, version, kind: 'whole' })
        .select('hashes')
        .where('first', '<=', hash)
        .where('last', '>=', hash)
        .executeTakeFirst()
      return row?.hashes
    },

    /** Whether it is known what a version changed. */
    hasDelta: async (ownerId: string, version: number): Promise<boolean> =>
      (await db
        .selectFrom('list_parts')
        .select('seq')
        .where('owner_id', '=', ownerId)
        .where('version', '=', version)
        .where('kind', 'in', ['added', 'removed'])
        .limit(1)
        .executeTakeFirst()) !== undefined,

    /** Whole versions before one are nobody's any more. */
    forgetWhole: async (ownerId: string, before: number): Promise<void> => {
      await db
        .deleteFrom('list_parts')
        .where('owner_id', '=', ownerId)
        .where('kind', '=', 'whole')
        .where('version', '<', before)
        .execute()
    },

    /** What was proposed, once that is decided. */
    forgetGiven: async (proposalId: ProposalId): Promise<void> => {
      await db.deleteFrom('list_parts').where('owner_id', '=', proposalId).execute()
    },
  }
}
