import { giveTurn } from '../../base/give-turn.ts'

let last: Promise<unknown> = Promise.resolve()

/**
 * Pieces of long work, one at a time and one a turn of the loop, however many ask for them: they take longer then, and
 * everybody else is answered in between.
 */
export const inTurn = <Result>(work: () => Promise<Result>): Promise<Result> => {
  const mine = last.then(giveTurn).then(work)
  last = mine.catch(() => undefined)
  return mine
}
