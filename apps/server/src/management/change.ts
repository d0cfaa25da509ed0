import { giveTurn } from '../base/give-turn.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import { largeBytes } from '../http/endpoint/read-body.ts'
import type { AuditDraft } from '../rules/audit/audit.ts'
import { isLarger, refuseLarger } from '../rules/configs/bundle-size.ts'
import type { ChangeActor } from '../store/audit/chain.ts'
import type { Touched } from '../store/bundles/changes.ts'
import type { Publication } from '../store/bundles/publisher.ts'
import type { Tables } from '../store/store.ts'

/** The result of a change, its audit entries, and what the edge has to be sent. */
export type Changed<Result> = {
  result: Result
  audit: readonly AuditDraft[]
  /** The environments that get a new revision. */
  environments?: readonly Touched[]
  /** Keys, and environments that are published without a new revision. */
  publish?: Publication
}

type ChangeDeps = Pick<Deps, 'store' | 'publisher' | 'maxBundleBytes' | 'nowUs' | 'newId'> & {
  /** Charges the bytes to the caller's daily budget, and refuses the change above it. */
  keep?: (bytes: number) => void
}

/**
 * The one write path: transaction → revisions → audit entries → commit → publish. The new revisions record, in the same
 * transaction, that the change is not published yet; if the edge does not accept it now, the result carries a warning
 * and the publisher keeps trying.
 */
export const change = async <Result extends object>(
  deps: ChangeDeps,
  by: ChangeActor,
  work: (tx: Tables) => Promise<Changed<Result>>,
): Promise<Result & { syncWarning?: string }> => {
  let keptBytes = 0
  const {
    result,
    environments = [],
    publish = {},
  } = await deps.store.transaction(async (tx) => {
    const changed = await work(tx)
    await moveOn(tx, changed.environments ?? [], deps.maxBundleBytes)
    keptBytes = tx.kept.bytes
    deps.keep?.(keptBytes)
    await tx.auditChain.append(by, changed.audit, deps)
    return changed
  })
  // A large change takes a while to save, and then to publish: let other requests run in between.
  if (keptBytes > largeBytes) await giveTurn()
  const syncWarning = await deps.publisher.publish({
    environments: [...environments.map((touched) => touched.environmentId), ...(publish.environments ?? [])],
    keys: publish.keys ?? [],
  })
  return syncWarning === undefined ? result : { ...result, syncWarning }
}

/** Gives environments their new revision. Refuses a bundle that is too large to be published and larger than it was. */
export const moveOn = async (
  { publications }: Tables,
  touched: readonly Touched[],
  maxBytes: number,
): Promise<void> => {
  const refused = (await publications.bumpRevisions(touched, maxBytes)).find(isLarger)
  if (refused) refuseLarger(refused.bytes, maxBytes, await publications.largestIn(refused.environmentId))
}
