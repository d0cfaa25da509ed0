/** Work that is done one piece after the other. */
export const openQueue = () => {
  let last: Promise<unknown> = Promise.resolve()
  return {
    inTurn: <Result>(work: () => Promise<Result>): Promise<Result> => {
      const mine = last.then(work)
      last = mine.catch(() => undefined)
      return mine
    },
    /** When all that was asked for until now is done. */
    over: () => last,
  }
}
