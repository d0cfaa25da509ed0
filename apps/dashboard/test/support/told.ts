import type { Page } from 'playwright-core'

/** The message with the text. */
export const told = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })
