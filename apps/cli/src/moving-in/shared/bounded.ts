import { byHand } from './by-hand.ts'

const deepest = 100
const most = 20_000

/** Limits the size of a converted construct: a few lines that refer to each other can expand beyond any memory. */
export const openBudget = (): (() => void) => {
  let left = most
  return () => {
    if (left-- === 0) byHand('too-large', 'It is too large, or names itself.')
  }
}

/** Limits the depth: deeper than anything Bunting accepts, and not so deep that the stack overflows. */
export const checkDepth = (depth: number): void => {
  if (depth > deepest) byHand('too-large', 'It is too deep, or names itself.')
}
