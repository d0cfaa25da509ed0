import type { Store, Tables } from '../../store/store.ts'

class RolledBack extends Error {
  readonly result: unknown

  constructor(result: unknown) {
    super('It was only tried out.')
    this.result = result
  }
}

/** Runs work in a transaction that is rolled back, and returns its result. */
export const rolledBack = async <Result>(store: Store, work: (tx: Tables) => Promise<Result>): Promise<Result> => {
  try {
    return await store.transaction(async (tx): Promise<never> => {
      throw new RolledBack(await work(tx))
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.result as Result
    throw error
  }
}
