import type { ApiKeyId } from '@bunting/contract'
import type { Access } from '../core/access.ts'

/** The times of a former secret: when it was rotated away, and until when it still works. */
export type Retirement = { retiredMs: number; untilMs: number }

export const retiredSecretsTable = ({ db }: Access) => ({
  insert: async (keyId: ApiKeyId, hash: string, { retiredMs, untilMs }: Retirement): Promise<void> => {
    await db
      .insertInto('retired_secrets')
      .values({ hash, key_id: keyId, retired_ms: retiredMs, until_ms: untilMs })
      .execute()
  },

  countInForce: async (keyId: ApiKeyId, nowMs: number): Promise<number> => {
    const { count } = await db
      .selectFrom('retired_secrets')
      .select((row) => row.fn.countAll<number | string>().as('count'))
      .where('key_id', '=', keyId)
      .where('until_ms', '>', nowMs)
      .executeTakeFirstOrThrow()
    return Number(count)
  },

  /** Ends all former secrets of a key by this time at the latest. */
  endBy: async (keyId: ApiKeyId, untilMs: number): Promise<void> => {
    await db
      .updateTable('retired_secrets')
      .set({ until_ms: untilMs })
      .where('key_id', '=', keyId)
      .where('until_ms', '>', untilMs)
      .execute()
  },
})
