import type { Page } from 'playwright-core'

/** The field of an attribute, where contexts are tried. */
export const attribute = (page: Page, name: string) => page.getByRole('complementary').getByLabel(name, { exact: true })
