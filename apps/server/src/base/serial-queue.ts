/** A queue that runs one task at a time, in the order of arrival. */
export const serialQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    add: <Result>(work: () => Promise<Result>): Promise<Result> => {
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
    /** Resolves when all tasks added so far are done. */
    idle: () => last,
  }
}
