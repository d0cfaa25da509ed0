import type { Logger } from '../../base/log.ts'
import type { Store } from '../../store/store.ts'
import type { Edge } from '../edge.ts'

export type SetBack = {
  /** Where the store was set back its revisions leap, and the edge counts as incomplete until it is filled again. */
  look(): Promise<void>
  /** Looks, and has the edge and this process remember that the store came this far. */
  advance(): Promise<void>
}

const maxRounds = 20
const forgetEveryMs = 3_600_000

/**
 * Backups are restored while SDKs, Delivery and Redis live on: a revision of before would stand for something else, and
 * nobody takes an older one for a newer. So the edge and this process remember a checkpoint of the store. Where it has
 * not got that, or nobody remembers any, all its revisions leap above whatever was given out. `isBehind` says whether
 * the edge lost something: what it remembers then is not enough.
 */
export const setBackOf = (
  store: Store,
  edge: Edge,
  storeId: string,
  log: Logger,
  nowMs: () => number,
  isBehind: () => Promise<boolean>,
): SetBack => {
  const { marker } = edge
  const checkpoint = edge.checkpointOf?.(storeId)
  let seen: number | undefined
  let forgotAtMs = 0

  const leap = async (remembered: readonly number[]): Promise<boolean> => {
    // Only the edge compares the revisions of keys: where it has none, those of before are as good, and nothing is written.
    const withKeys = marker === undefined || (await edge.hasKeys())
    const options = { withKeys, isSeen: marker === undefined }
    const leapt = await store.transaction((tx) => tx.checkpoints.leap(remembered, nowMs(), options))
    if (leapt && remembered.length > 0) log.warn('the database was set back: everything gets a new revision')
    return leapt
  }

  /** Comes back with what the edge remembers then. */
  const look = async (): Promise<number | undefined> => {
    const read = await checkpoint?.read()
    const isEnough = seen !== undefined || (read !== undefined && !(await isBehind()))
    const remembered = isEnough ? [seen, read].filter((one) => one !== undefined) : []
    const mine = checkpoint ? read : seen
    const { isWhole, has, newest } = await store.checkpoints.judge(remembered)
    const leapt = !isWhole && (await leap(remembered))
    // Another call may have come further meanwhile.
    if (isWhole) seen = Math.max(seen ?? 0, newest ?? 0)
    else seen = (await store.checkpoints.judge([])).newest
    // Another process may have seen to the store, and not yet to the edge.
    if (seen === undefined || (!leapt && (mine === undefined || has(mine)))) return read
    // An edge that remembers nothing of this store has nothing of it, or says so itself.
    if (marker && read !== undefined) await marker.clear()
    if (!marker) await (await edge.forgetUnknown(storeId, store.publications.knownSecrets))()
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
      // Between two starts nothing can set it back, and each start leaps: a write for every change would tell nobody.
      if (!checkpoint && !store.checkpoints.isShared) return
      for (let round = 0; round < maxRounds; round++) {
        // A store that has all of what is remembered was not set back: only where it has not, there is more to look at.
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
