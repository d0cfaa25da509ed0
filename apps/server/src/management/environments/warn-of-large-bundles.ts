import { giveTurn } from '../../base/give-turn.ts'
import type { Logger } from '../../base/log.ts'
import { sharesText } from '../../rules/configs/bundle-size.ts'
import type { Store } from '../../store/store.ts'

type Look = { store: Pick<Store, 'publications'>; log: Logger; maxBundleBytes: number; isOver: () => boolean }

const batch = 100
const advice =
  'an environment has more than can be sent to Delivery: what is in Redis stays as it is until its flags and segments are smaller; changes that do not make it larger can be saved'

/** Logs the environments that became too large before there was a limit. */
export const warnOfLargeBundles = async ({ store, log, maxBundleBytes, isOver }: Look): Promise<void> => {
  for (let after = '', isMore = true; isMore; ) {
    const environments = await store.publications.largeAfter(after, maxBundleBytes, batch)
    for (const { id, ...where } of environments) {
      if (isOver()) return
      await giveTurn()
      const bytes = await store.publications.remeasure(id)
      if (bytes <= maxBundleBytes) continue
      const largest = sharesText(await store.publications.largestIn(id))
      log.warn({ ...where, bytes, maxBytes: maxBundleBytes, largest }, advice)
    }
    after = environments.at(-1)?.id ?? after
    isMore = environments.length === batch
  }
}
