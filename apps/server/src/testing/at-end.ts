import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** Closes something at the end of the running test, or of its file. Files share a process, so nothing may stay open. */
export const atEnd = (close: () => void | Promise<void>): void => {
  if (TestRunner.getCurrentTest() === undefined) afterAll(close)
  else onTestFinished(close)
}
