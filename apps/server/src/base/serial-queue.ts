/** Work that is done one piece at a time, in the order in which it comes. */
export const serialQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    add: <Result>(work: () => Promise<Result>): Promise<Result> => {
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
    /** When all that was added until now is done. */
    idle: () => last,
  }
}
