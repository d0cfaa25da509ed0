import { giveTurn } from '../base/give-turn.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import { largeBytes } from '../http/endpoint/read-body.ts'
import type { AuditDraft } from '../rules/audit/audit.ts'
import { isLarger, refuseLarger } from '../rules/configs/bundle-size.ts'
import type { ChangeActor } from '../store/audit/chain.ts'
import type { Touched } from '../store/bundles/changes.ts'
import type { Publication } from '../store/bundles/publisher.ts'
import type { Tables } from '../store/store.ts'

/** What a change did, what of it to write down, and what of it the edge has to see. */
export type Changed<Result> = {
  result: Result
  audit: readonly AuditDraft[]
  /** These get a new revision. */
  environments?: readonly Touched[]
  /** Keys, and environments that go out as they are. */
  publish?: Publication
}

type ChangeDeps = Pick<Deps, 'store' | 'publisher' | 'maxBundleBytes' | 'nowUs' | 'newId'> & {
  /** Charges the bytes to the caller's daily budget, and refuses the change above it. */
  keep?: (bytes: number) => void
}

/**
 * The one write path: transaction → revisions → audit entries → commit → publish. With the revisions the change is
 * remembered as unpublished in the same transaction; where the edge does not take it now, the result carries a warning
 * and the publisher goes on trying.
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
  // What is large takes a while to save, and then to publish.
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
