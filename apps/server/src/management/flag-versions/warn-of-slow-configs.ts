import { configProblems } from '@bunting/engine'
import { giveTurn } from '../../base/give-turn.ts'
import type { Logger } from '../../base/log.ts'
import type { Store } from '../../store/store.ts'

type Look = { store: Pick<Store, 'flagVersions'>; log: Logger; isOver: () => boolean }

const batch = 100
const maxNamed = 100
const advice =
  'a config that was saved before costs too much to be saved now: it is served as it is; simplify it and save it'

/** Logs the first active configs that were saved under higher limits than today's, and how many there are in total. */
export const warnOfSlowConfigs = async ({ store, log, isOver }: Look): Promise<void> => {
  let found = 0
  for (let after: string | undefined = ''; after !== undefined && !isOver(); ) {
    await giveTurn()
    const { last, configs } = await store.flagVersions.dearAfter(after, batch)
    for (const { type, config, ...where } of configs) {
      await giveTurn()
      const [problem] = configProblems(config, type)
      if (problem && ++found <= maxNamed) log.warn({ ...where, ...problem }, advice)
    }
    after = last
  }
  if (found > maxNamed) log.warn({ configs: found }, `only the first ${maxNamed} configs that cost too much are named`)
}
