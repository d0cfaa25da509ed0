import { giveTurn } from '../../base/give-turn.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { PartKind } from '../../store/core/schema.ts'
import type { Tables } from '../../store/store.ts'

/** The number of parts that one transaction deletes, a megabyte or two, before others have their turn. */
const atOnce = 4

/**
 * Deletes the parts of a version or a proposal that nobody needs: all of them if the version was never made or the proposal
 * is decided, and the whole list of a version that nothing is read from any more. Changes stay, as the history.
 */
export const deleteParts =
  ({ store }: Pick<Deps, 'store'>) =>
  async (ownerId: string, signal: AbortSignal): Promise<void> => {
    const due = { kind: 'listParts', subject: ownerId } as const
    for (let isDone = false; !isDone && !signal.aborted; ) {
      isDone = await store.transaction(async (tx) => {
        const atUs = await tx.due.lock(due)
        // Their writer is still at work.
        if (atUs === undefined || atUs > (await tx.clock.nowUs())) return true
        const kind = await needlessOf(tx, ownerId)
        const deleted =
          kind === 'none' ? 0 : await tx.listParts.forget(ownerId, kind === 'all' ? undefined : kind, atOnce)
        if (deleted < atOnce) await tx.due.remove(due)
        return deleted < atOnce
      })
      await giveTurn()
    }
  }

const needlessOf = async (tx: Tables, ownerId: string): Promise<PartKind | 'all' | 'none'> => {
  const { exists, isNeeded } = await tx.listVersions.useOfWhole(ownerId)
  if (exists) return isNeeded ? 'none' : 'whole'
  return (await tx.proposals.isPending(ownerId)) ? 'none' : 'all'
}
