import { byHand } from './by-hand.ts'

const deepest = 100
const most = 20_000

/** Counts what is made of a source's construct: a few lines that name each other can stand for more than any memory has. */
export const openBudget = (): (() => void) => {
  let left = most
  return () => {
    if (left-- === 0) byHand('too-large', 'It is too large, or names itself.')
  }
}

/** So deep that nothing which Bunting takes is deeper, and no stack ends before. */
export const checkDepth = (depth: number): void => {
  if (depth > deepest) byHand('too-large', 'It is too deep, or names itself.')
}
