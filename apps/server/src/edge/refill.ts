import type { Logger } from '../http/log.ts'
import type { Store } from '../store/store.ts'
import { type Edge, mostAhead } from './edge.ts'
import type { Put } from './put.ts'

export type Refill = {
  /** After a put: remembers how far the edge was published. */
  confirm(): Promise<void>
  /** Publishes everything again, where the edge has lost something. */
  check(): Promise<void>
}

const batch = 100

/**
 * An edge that restarts empty, or from an old snapshot, has a marker behind the one that the store remembers, or none.
 * One that counted on from there shows it too: what it counts now was counted before. One that somebody else set far
 * ahead is set back, before the store takes it over.
 */
export const refillOf = (store: Store, edge: Edge, put: Put, log: Logger): Refill => {
  const { marker } = edge
  if (!marker) return { confirm: async () => undefined, check: async () => undefined }
  let highest = 0
  let lost = false

  const everything = async (): Promise<void> => {
    for (let after = ''; ; ) {
      const ids = await store.publications.environmentsAfter(after, batch)
      await Promise.all(ids.map(put.environment))
      if (ids.length < batch) break
      after = ids.at(-1) ?? ''
    }
    for (let after = ''; ; ) {
      const ids = await store.publications.keysAfter(after, batch)
      await Promise.all(ids.map(put.key))
      if (ids.length < batch) break
      after = ids.at(-1) ?? ''
    }
  }

  return {
    confirm: async () => {
      const at = await marker.advance()
      if (at === undefined || at <= highest) lost = true
      else highest = at
      if (!lost) await store.publications.recordMarker(highest)
    },
    check: async () => {
      // The store first: what another instance records meanwhile must not look like a loss.
      const recorded = await store.publications.readMarker()
      const at = await marker.read()
      if (!lost && at !== undefined && at >= recorded && at <= recorded + mostAhead) return
      log.info('the edge cache is empty or behind: publishing everything to it')
      await everything()
      highest = 1 + (highest > recorded + mostAhead ? recorded : Math.max(recorded, highest))
      await marker.restore(highest)
      await store.publications.recordMarker(highest)
      lost = false
      log.info('everything is published to the edge cache')
    },
  }
}
