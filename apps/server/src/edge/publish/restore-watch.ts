import type { Logger } from '../../base/log.ts'
import type { Edge } from '../edge.ts'
import type { PublishStore } from './publish-store.ts'

export type RestoreWatch = {
  /** A restored store starts a new epoch, and the edge counts as incomplete until it is filled again. */
  look(): Promise<void>
  /** Looks, and has the edge and this process keep the next checkpoint. */
  advance(): Promise<void>
}

const maxRounds = 20
const forgetEveryMs = 3_600_000

/**
 * A backup may be restored while SDKs, Delivery and Redis go on: its revisions would name other contents than they do
 * elsewhere, and older revisions are never taken for newer ones. So the edge and this process keep a checkpoint of the
 * store. A store without that checkpoint, or without any to compare, starts a new epoch: all its revisions rise above
 * those given out. `isBehind` says whether the edge lost something: its checkpoint is not enough then.
 */
export const watchForRestore = (
  store: PublishStore,
  edge: Edge,
  storeId: string,
  log: Logger,
  nowMs: () => number,
  isBehind: () => Promise<boolean>,
): RestoreWatch => {
  const { sequence } = edge
  const checkpoint = edge.checkpointOf?.(storeId)
  let seen: number | undefined
  let forgotAtMs = 0

  const startEpoch = async (remembered: readonly number[]): Promise<boolean> => {
    // Only the edge compares the revisions of keys: where it has none, those of before are as good, and nothing is written.
    const withKeys = sequence === undefined || (await edge.hasKeys())
    const options = { withKeys, isSeen: sequence === undefined }
    const isNewEpoch = await store.transaction((tx) => tx.checkpoints.startEpoch(remembered, nowMs(), options))
    if (isNewEpoch && remembered.length > 0) log.warn('the database was set back: everything gets a new revision')
    return isNewEpoch
  }

  /** Returns the checkpoint of the edge. */
  const look = async (): Promise<number | undefined> => {
    const read = await checkpoint?.read()
    const isEnough = seen !== undefined || (read !== undefined && !(await isBehind()))
    const remembered = isEnough ? [seen, read].filter((one) => one !== undefined) : []
    const mine = checkpoint ? read : seen
    const { isWhole, has, newest } = await store.checkpoints.judge(remembered)
    const isNewEpoch = !isWhole && (await startEpoch(remembered))
    // Another call may have come further meanwhile.
    if (isWhole) seen = Math.max(seen ?? 0, newest ?? 0)
    else seen = (await store.checkpoints.judge([])).newest
    // Another process may have seen to the store, and not yet to the edge.
    if (seen === undefined || (!isNewEpoch && (mine === undefined || has(mine)))) return read
    // An edge that remembers nothing of this store has nothing of it, or says so itself.
    if (sequence && read !== undefined) await sequence.clear()
    if (!sequence) await (await edge.forgetUnknown(storeId, store.publications.knownSecrets))()
    await checkpoint?.replace(read, seen)
    return seen
  }

  const forgetOld = async (remembered: readonly number[]): Promise<void> => {
    const now = nowMs()
    if (now - forgotAtMs < forgetEveryMs) return
    forgotAtMs = now
    await store.checkpoints.forgetOld(remembered, now)
  }

  return {
    look: async () => void (await look()),
    advance: async () => {
      // Only a start can follow a restore, and each start begins an epoch: a checkpoint per change would be for nothing.
      if (!checkpoint && !store.checkpoints.isShared) return
      for (let round = 0; round < maxRounds; round++) {
        // A store that has every checkpoint was not restored: only otherwise is there more to look at.
        const isKnown = round === 0 && seen !== undefined
        const read = isKnown ? await checkpoint?.read() : await look()
        const remembered = [seen, read].filter((one) => one !== undefined)
        const next = await store.checkpoints.append(remembered, nowMs())
        if (next === undefined) continue
        seen = Math.max(seen ?? 0, next)
        await forgetOld(remembered)
        if (!checkpoint || (await checkpoint.replace(read, next))) return
      }
      throw new Error('others publish all the time; it is tried again')
    },
  }
}
