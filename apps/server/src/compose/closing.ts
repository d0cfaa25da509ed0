/** Everything that has to be closed. All listeners stop at the same time; then the parts, in reverse order of opening. */
export type Closing = { listeners: (() => Promise<void>)[]; parts: (() => Promise<void>)[] }

/** Closes everything, even if closing some of it fails, and then reports the failures. */
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
