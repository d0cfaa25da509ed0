import type { UserId } from '@bunting/contract'
import type { Access } from '../core/access.ts'

export const signInLinksTable = ({ db }: Access) => ({
  insert: async (link: { hash: string; userId: UserId; expiresUs: number }): Promise<void> => {
    await db
      .insertInto('sign_in_links')
      .values({ hash: link.hash, user_id: link.userId, expires_us: link.expiresUs })
      .execute()
  },

  /** The user whom the link signs in. Deletes the link, so that it works only once. */
  use: async (hash: string, atUs: number): Promise<UserId | undefined> => {
    const used = await db
      .deleteFrom('sign_in_links')
      .where('hash', '=', hash)
      .where('expires_us', '>', atUs)
      .returning('user_id')
      .executeTakeFirst()
    return used?.user_id
  },

  removeExpired: async (atUs: number): Promise<void> => {
    await db.deleteFrom('sign_in_links').where('expires_us', '<=', atUs).execute()
  },
})
