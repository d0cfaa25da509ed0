type Failure = { message?: string; expected?: unknown; actual?: unknown }

/** Checks all cases, in order or several at once, and fails with the name and the error of each case that failed. */
export const everyCase = async <Case extends { name: string }>(
  cases: readonly Case[],
  check: (one: Case) => unknown,
  { atOnce = 1 } = {},
): Promise<void> => {
  const failed: string[] = []
  const waiting = cases.values()
  const checkNext = async (): Promise<void> => {
    for (const one of waiting) {
      try {
        await check(one)
      } catch (error) {
        failed.push(`- ${one.name}: ${describe(error as Failure)}`)
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, checkNext))
  if (failed.length > 0) throw new Error(`${failed.length} of ${cases.length} cases fail:\n${failed.join('\n')}`)
}

const describe = (error: Failure): string =>
  error !== null && typeof error === 'object' && 'expected' in error && 'actual' in error
    ? `expected ${JSON.stringify(error.expected)}, received ${JSON.stringify(error.actual)}`
    : String(error)
