import type { EnvironmentId } from '@bunting/contract'
import type { Access } from '../core/access.ts'

/** What units are hashed under, a secret for each environment. It never changes: units would be others. */
export const unitSecretsTable = ({ db }: Access) => ({
  /** The one that is there; where there is none, this one, unless another process is first. */
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
