import type { Logger } from '../../base/log.ts'
import { type Edge, maxAhead, type PublishSequence } from '../edge.ts'
import type { PublishStore } from './publish-store.ts'
import { keysAtOnce, type Put } from './put.ts'
import { watchForRestore } from './restore-watch.ts'

export type Refill = {
  /** Finds out whether the store was restored from a backup, before anything of it is served. */
  look(): Promise<void>
  /** Once: environments from before there were secrets of units have one. */
  fillSecrets(): Promise<void>
  /** To be called before a put: does the same, and stores the next checkpoint in the edge. */
  prepare(): Promise<void>
  /** To be called after a put: notes how far the edge was published. */
  confirm(): Promise<void>
  /** Publishes everything again if the edge has lost something or the store was restored. */
  check(): Promise<void>
}

type Needs = { store: PublishStore; edge: Edge; log: Logger; nowMs: () => number }

/** The most flags of environments that one statement reads. Each environment counts as 25 more; a larger one is alone. */
const flagsAtOnce = 500
const weightOf = ({ flags }: { flags: number }): number => 25 + flags
/** The pages in work at once: while the edge takes some, the store reads others. */
const pagesAtOnce = 4

/**
 * Publishes everything again if the edge lost something. An edge that restarted empty, or from an old snapshot, has a
 * sequence behind the store's, or none. If it counted on from there, it returns numbers that were given out before. A
 * sequence that another client set far ahead is set back before the store takes it over.
 */
export const refillOf = ({ store, edge, log, nowMs }: Needs, storeId: string, put: Put): Refill => {
  const { sequence } = edge
  let highest = 0
  let lost = false

  const isBehind = async (): Promise<boolean> => {
    if (!sequence || lost) return lost
    // Read the store first: what another instance records meanwhile must not look like a loss.
    const recorded = await store.publications.readSequence()
    const at = await sequence.read()
    return at === undefined || at < recorded || at > recorded + maxAhead
  }
  const restoreWatch = watchForRestore(store, edge, storeId, log, nowMs, isBehind)

  const everything = async (): Promise<void> => {
    const { environmentsAfter, markEnvironments, keysAfter } = store.publications
    await forAll(environmentsAfter, 200, async (listed) => {
      await forPages(pagesOf(listed, flagsAtOnce, weightOf), async (environments) => {
        await put.whole(environments.map(({ id }) => id))
        // They are published at least this far: later changes publish themselves.
        await markEnvironments(environments)
      })
    })
    await forAll(keysAfter, pagesAtOnce * keysAtOnce, async (listed) => {
      await forPages(
        pagesOf(listed, keysAtOnce, () => 1),
        (keys) => put.keys(keys.map(({ id }) => id)),
      )
    })
  }

  const refill = async (to: PublishSequence): Promise<void> => {
    log.info('the edge cache is empty or behind: publishing everything to it')
    const recorded = await store.publications.readSequence()
    const hadKeys = await edge.hasKeys()
    await everything()
    // An edge that had no keys only has those that it was just given, so none is unknown.
    const tellOfForgotten = hadKeys ? await edge.forgetUnknown(storeId, store.publications.knownSecrets) : undefined
    highest = 1 + (highest > recorded + maxAhead ? recorded : Math.max(recorded, highest))
    await to.restore(highest)
    await tellOfForgotten?.()
    await store.publications.recordSequence(highest, maxAhead)
    lost = false
    log.info('everything is published to the edge cache')
  }

  let isFilled = edge.putUnitSecrets === undefined

  return {
    look: restoreWatch.look,
    fillSecrets: async () => {
      if (isFilled) return
      await forAll(store.publications.environmentsAfter, 200, (listed) => put.unitSecrets(listed.map(({ id }) => id)))
      isFilled = true
    },
    prepare: restoreWatch.advance,
    confirm: async () => {
      if (!sequence) return
      const at = await sequence.advance()
      if (at === undefined || at <= highest) lost = true
      else highest = at
      if (!lost) await store.publications.recordSequence(highest, maxAhead)
    },
    check: async () => {
      await restoreWatch.look()
      if (sequence && (await isBehind())) await refill(sequence)
    },
  }
}

const forAll = async <One extends { id: string }>(
  listAfter: (after: string, limit: number) => Promise<One[]>,
  limit: number,
  work: (listed: One[]) => Promise<void>,
): Promise<void> => {
  for (let after = ''; ; ) {
    const listed = await listAfter(after, limit)
    await work(listed)
    if (listed.length < limit) return
    after = listed.at(-1)?.id ?? ''
  }
}

/** Splits a list into pages, in the same order. A page weighs at most `max`, or has only one item. */
const pagesOf = <One>(all: readonly One[], max: number, weightOf: (one: One) => number): One[][] => {
  const pages: One[][] = []
  let left = 0
  for (const one of all) {
    const weight = weightOf(one)
    if (weight > left) {
      pages.push([])
      left = max
    }
    pages.at(-1)?.push(one)
    left -= weight
  }
  return pages
}

/** Works on several pages at a time. After a failure no other page is begun. */
const forPages = async <One>(pages: One[][], work: (page: One[]) => Promise<void>): Promise<void> => {
  const walk = async (): Promise<void> => {
    for (let page = pages.shift(); page; page = pages.shift()) await work(page)
  }
  const stop = (error: unknown): never => {
    pages.length = 0
    throw error
  }
  await Promise.all(Array.from({ length: pagesAtOnce }, () => walk().catch(stop)))
}
