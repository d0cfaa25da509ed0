import type { Logger } from '../../base/log.ts'
import { databaseUnwritable } from '../../base/metrics.ts'
import { type Unwritable, unwritableBy } from './unwritable.ts'

/** Tracks whether the database can be written to. */
export type Writing = {
  /** Takes any error; errors that do not concern writing are ignored. */
  failed(error: unknown): void
  unwritable(): Unwritable | undefined
  close(): void
}

/** The interval of checks whether writing works again. */
const againMs = 2_000

const words: Record<Unwritable, string> = {
  full: 'the disk of the database is full; nothing can be saved until there is room',
  'read-only': 'the database is read-only; nothing can be saved until it is not',
  failing: 'the disk of the database cannot be written to; nothing can be saved until it can',
}

/** Logs the problem once, and once more when it is over. `tryToWrite` finds that out, so nobody has to save something. */
export const openWriting = (log: Logger | undefined, tryToWrite: () => Promise<void>): Writing => {
  let unwritable: Unwritable | undefined
  let timer: NodeJS.Timeout | undefined
  const tryAgain = async (): Promise<void> => {
    const stillFails = await tryToWrite().then(
      () => false,
      () => true,
    )
    if (timer === undefined) return
    if (stillFails) return schedule()
    timer = undefined
    unwritable = undefined
    databaseUnwritable.set(0)
    log?.info('the database can be written to again')
  }
  const schedule = (): void => {
    timer = setTimeout(tryAgain, againMs).unref()
  }
  return {
    failed: (error) => {
      const reason = unwritableBy(error)
      if (!reason || unwritable) return
      unwritable = reason
      databaseUnwritable.set(1)
      log?.error({ err: error }, words[reason])
      schedule()
    },
    unwritable: () => unwritable,
    close: () => {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
