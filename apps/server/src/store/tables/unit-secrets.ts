import type { EnvironmentId } from '@bunting/contract'
import type { Access } from '../core/access.ts'

/** The secret of each environment that units are hashed under. It never changes, since all hashes would change with it. */
export const unitSecretsTable = ({ db }: Access) => ({
  /** Returns the stored secret. If there is none it stores this one, unless another process was first. */
  getOrAdd: async (environmentId: EnvironmentId, secret: string): Promise<string> => {
    const find = () =>
      db.selectFrom('unit_secrets').select('secret').where('environment_id', '=', environmentId).executeTakeFirst()
    const known = await find()
    if (known) return known.secret
    await db
      .insertInto('unit_secrets')
      .values({ environment_id: environmentId, secret })
      .onConflict((conflict) => conflict.column('environment_id').doNothing())
      .execute()
    return (await find())?.secret ?? secret
  },
})
