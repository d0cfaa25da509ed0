import type { Logger } from '../../base/log.ts'
import type { Edge } from '../edge.ts'
import type { PublishStore } from './publish-store.ts'

export type RestoreWatch = {
  /** Starts a new epoch if the store was restored: the edge then counts as incomplete until it is filled again. */
  look(): Promise<void>
  /** Checks the same, and stores the next checkpoint in the edge and in this process. */
  advance(): Promise<void>
}

const maxRounds = 20
const forgetEveryMs = 3_600_000

/**
 * A backup may be restored while SDKs, Delivery and Redis go on: its revisions would stand for other contents than they
 * do elsewhere, and older revisions never replace newer ones. So the edge and this process keep a checkpoint of the
 * store. A store without that checkpoint, or without any to compare, starts a new epoch: all its revisions rise above
 * those given out. `isBehind` tells whether the edge lost something: its checkpoint is not enough then.
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
    // Only the edge compares the revisions of keys: if it has no keys, the old revisions will do, and nothing is written.
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
    // Another call may have advanced it meanwhile.
    if (isWhole) seen = Math.max(seen ?? 0, newest ?? 0)
    else seen = (await store.checkpoints.judge([])).newest
    // Another process may have started the epoch in the store, and not yet updated the edge.
    if (seen === undefined || (!isNewEpoch && (mine === undefined || has(mine)))) return read
    // An edge without a checkpoint of this store has nothing of it, or its sequence shows that it lost data.
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
      // Here only a start can follow a restore, and each start begins an epoch: checkpoints for changes would be useless.
      if (!checkpoint && !store.checkpoints.isShared) return
      for (let round = 0; round < maxRounds; round++) {
        // `append` refuses if the store lacks one of the checkpoints: only then does the next round look closer.
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
