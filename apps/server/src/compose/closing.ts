/** What there is to close. All listeners stop at once; then the rest, what was opened last first. */
export type Closing = { listeners: (() => Promise<void>)[]; parts: (() => Promise<void>)[] }

/** Closes everything, also where closing some of it fails, and then says what failed. */
export const closeAll = async ({ listeners, parts }: Closing): Promise<void> => {
  const failures: unknown[] = []
  const close = async (closeOne: () => Promise<void>): Promise<void> => {
    try {
      await closeOne()
    } catch (error) {
      failures.push(error)
    }
  }
  await Promise.all(listeners.map(close))
  for (const closeOne of parts.toReversed()) await close(closeOne)
  if (failures.length === 1) throw failures[0]
  if (failures.length > 1) throw new AggregateError(failures, failures.map(String).join('; '))
}
