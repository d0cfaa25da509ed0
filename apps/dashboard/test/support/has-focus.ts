import type { Locator } from 'playwright-core'
import { expect } from 'vitest'

/** Waits until the field has the focus. */
export const hasFocus = (field: Locator): Promise<void> =>
  expect.poll(() => field.evaluate((one) => one === document.activeElement)).toBe(true)
