import type { Page } from 'playwright-core'

/** The message that says so. */
export const told = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
