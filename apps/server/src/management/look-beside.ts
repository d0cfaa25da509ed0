import type { Logger } from '../base/log.ts'

/** Looks through what is there beside everything else, until it is told that it is over. Returns what ends it. */
export const lookBeside = (
  log: Logger,
  failed: string,
  look: (isOver: () => boolean) => Promise<unknown>,
): (() => Promise<void>) => {
  let isOver = false
  const looking = look(() => isOver).catch((error: unknown) => {
    if (!isOver) log.warn({ err: error }, failed)
  })
  return async () => {
    isOver = true
    await looking
  }
}
