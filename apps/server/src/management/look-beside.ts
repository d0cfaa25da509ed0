import type { Logger } from '../base/log.ts'

/** Runs a check of existing data in the background. Returns a function that ends it. */
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
