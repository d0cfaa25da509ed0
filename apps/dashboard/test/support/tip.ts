import type { Locator } from 'playwright-core'
import { vi } from 'vitest'

/**
 * Points at it until its tooltip says so. A single move is lost where what is pointed at moves away under the pointer, or
 * where the tooltip of what was pointed at before still holds it.
 */
export const seeTip = async (on: Locator, says: string | RegExp): Promise<void> => {
  const page = on.page()
  await vi.waitFor(async () => {
    await page.mouse.move(0, 0)
    await on.hover()
    // After this long it points anew.
    await page.getByRole('tooltip', { name: says }).waitFor({ timeout: 10_000 })
  })
}
