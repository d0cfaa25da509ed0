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
import { segmentsAndJson } from './0011-segments.ts'
import { changesOverTime } from './0012-changes-over-time.ts'
import { finding } from './0013-finding-additive.ts'
import { patches } from './0014-patches-additive.ts'
import { leftovers } from './0015-leftovers-additive.ts'
import { oneAccount } from './0016-one-account-additive.ts'
import { reviewers } from './0017-reviewers-additive.ts'
import { bundleSizes } from './0018-bundle-sizes-additive.ts'
import { sdks } from './0019-sdks-additive.ts'
import { experimentsAndMetrics } from './0020-experiments-additive.ts'
import { units } from './0021-units-additive.ts'
import { largeLists } from './0022-large-lists-additive.ts'
import { codeReferences } from './0023-code-references-additive.ts'
import { managedBy } from './0024-managed-by-additive.ts'

/** Every migration, in order. A released one never changes: the next one corrects its mistakes. */
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
  '0011-segments': segmentsAndJson,
  '0012-changes-over-time': changesOverTime,
  '0013-finding-additive': finding,
  '0014-patches-additive': patches,
  '0015-leftovers-additive': leftovers,
  '0016-one-account-additive': oneAccount,
  '0017-reviewers-additive': reviewers,
  '0018-bundle-sizes-additive': bundleSizes,
  '0019-sdks-additive': sdks,
  '0020-experiments-additive': experimentsAndMetrics,
  '0021-units-additive': units,
  '0022-large-lists-additive': largeLists,
  '0023-code-references-additive': codeReferences,
  '0024-managed-by-additive': managedBy,
}

/**
 * The suffix of migrations that only add things which older releases can ignore: those may start on such a database,
 * during an upgrade or to go back.
 */
const additive = /-additive$/

/** Splits the applied migrations that this release does not know into compatible and incompatible ones. */
export const newerThanKnown = (done: readonly string[]): { compatible: string[]; incompatible: string[] } => {
  const unknown = done.filter((name) => !Object.hasOwn(migrations, name))
  return {
    compatible: unknown.filter((name) => additive.test(name)),
    incompatible: unknown.filter((name) => !additive.test(name)),
  }
}
