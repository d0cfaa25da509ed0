import { afterAll, onTestFinished, TestRunner } from 'vitest'

/** When the test that is running is over; outside of one, when its file is. Files share a process: what stays open goes on. */
export const atEnd = (close: () => void | Promise<void>): void => {
  if (TestRunner.getCurrentTest() === undefined) afterAll(close)
  else onTestFinished(close)
}
