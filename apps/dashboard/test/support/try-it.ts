import type { Page } from 'playwright-core'

/** The field of an attribute in Try it. */
export const attribute = (page: Page, name: string) => page.getByRole('complementary').getByLabel(name, { exact: true })
