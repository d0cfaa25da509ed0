type Failure = { message?: string; expected?: unknown; actual?: unknown }

/** Checks every case in order, and fails with the name and the answer of each one that failed. */
export const everyCase = async <Case extends { name: string }>(
  cases: readonly Case[],
  check: (one: Case) => unknown,
): Promise<void> => {
  const failed: string[] = []
  for (const one of cases) {
    try {
      await check(one)
    } catch (error) {
      failed.push(`- ${one.name}: ${describe(error as Failure)}`)
    }
  }
  if (failed.length > 0) throw new Error(`${failed.length} of ${cases.length} cases fail:\n${failed.join('\n')}`)
}

const describe = (error: Failure): string =>
  error !== null && typeof error === 'object' && 'expected' in error && 'actual' in error
    ? `expected ${JSON.stringify(error.expected)}, received ${JSON.stringify(error.actual)}`
    : String(error)
