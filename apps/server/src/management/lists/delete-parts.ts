import { giveTurn } from '../../base/give-turn.ts'
import type { Deps } from '../../http/endpoint/deps.ts'
import type { PartKind } from '../../store/core/schema.ts'
import type { Tables } from '../../store/store.ts'

/** A transaction deletes so many, a megabyte or two, then others have their turn. */
const atOnce = 4

/**
 * Deletes the parts of a version or a proposal as far as nobody needs them: all where it never came to be or the proposal
 * is decided, and the whole of a version that no list is read from any more. Changes stay, as the history.
 */
export const deleteParts =
  ({ store }: Pick<Deps, 'store'>) =>
  async (ownerId: string, signal: AbortSignal): Promise<void> => {
    const due = { kind: 'listParts', subject: ownerId } as const
    for (let isDone = false; !isDone && !signal.aborted; ) {
      isDone = await store.transaction(async (tx) => {
        const atUs = await tx.due.lock(due)
        // Their writer lives, and goes on.
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
