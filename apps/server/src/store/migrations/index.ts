import type { Kysely } from 'kysely'
import type { Dialect } from '../connect/dialect.ts'
import { foundation } from './0001-foundation.ts'
import { telemetry } from './0002-telemetry.ts'
import { signIn } from './0003-sign-in.ts'
import { keyOwners } from './0004-key-owners.ts'
import { fourEyes } from './0005-four-eyes.ts'
import { keyEnds } from './0006-key-ends.ts'
import { auditChain } from './0007-audit-chain.ts'
import { people } from './0008-people.ts'
import { bounds } from './0009-bounds.ts'
import { checkpoints } from './0010-checkpoints.ts'

/** Every migration, in order. A landed one never changes: what it did wrong, the next one mends. */
export const migrations: Record<string, (db: Kysely<unknown>, dialect: Dialect) => Promise<void>> = {
  '0001-foundation': foundation,
  '0002-telemetry': telemetry,
  '0003-sign-in': signIn,
  '0004-key-owners': keyOwners,
  '0005-four-eyes': fourEyes,
  '0006-key-ends': keyEnds,
  '0007-audit-chain': auditChain,
  '0008-people': people,
  '0009-bounds': bounds,
  '0010-checkpoints': checkpoints,
}
