import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { addOldFlags } from './old-flags.ts'
import type { Site, SiteOptions } from './site.ts'

/** A site with a flag that was never evaluated. */
export const oldSite: SiteOptions = {
  seeded: true,
  fill: (dataDir) => addOldFlags(dataDir, [{ key: 'old-banner', name: 'Old banner' }]),
}

/** The fields that make `gift-cards` a candidate for cleanup. */
export const pastEnd = { expectedEnd: '2026-01-31', kind: 'release' } as const

export const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ has: page.getByRole('link', { name }) })

/** Reports evaluations of `gift-cards` by apps. */
export const askForGiftCards = async ({ api, projectId, environments }: Site): Promise<void> => {
  const asked = { sdkType: 'server' as const, sdkVersion: '1', evaluatedAt: Date.now(), count: 12 }
  const environmentId = environments.production ?? ''
  await api.recordEvents({
    body: { events: [{ flagKey: 'gift-cards', environmentId, value: true, reason: 'DEFAULT', ...asked }] },
  })
  const day = async () => (await api.getDayUsage({ params: { projectId, flagKey: 'gift-cards' } })).items.length
  await expect.poll(day).toBe(1)
}

/** Reports evaluations of `gift-cards`, and opens the dialog that mentions them before archiving. */
export const openArchive = async (site: Site, page: Page): Promise<Locator> => {
  await askForGiftCards(site)
  await rowOf(page, 'Gift cards').getByRole('button', { name: 'More for Gift cards' }).click()
  await page.getByRole('menuitem', { name: 'Archive' }).click()
  const dialog = page.getByRole('dialog', { name: 'Archive Gift cards?' })
  await dialog.getByText(/by server SDKs: \d+ times/).waitFor()
  return dialog
}
