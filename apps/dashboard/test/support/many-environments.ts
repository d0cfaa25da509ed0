import type { Page } from 'playwright-core'
import type { Dashboard } from './dashboard.ts'

const names = [
  'Production EU',
  'Production US',
  'Production AP',
  'Canary',
  'Preview',
  'Staging EU',
  'QA',
  'QA mobile',
  'Load test',
  'Demo',
  'Partner sandbox',
  'Training',
  'Nightly',
  'Data science',
  'Integration',
  'Dev web',
  'Dev mobile',
]

/** Adds seventeen environments, which makes twenty; and some flags with tags and an owner. */
export const addManyEnvironments = async ({ api, projectId }: Pick<Dashboard, 'api' | 'projectId'>): Promise<void> => {
  const params = { projectId }
  for (const [index, name] of names.entries()) {
    const color = `#${((index * 0x1f3a77 + 0x7c3aed) % 0x1000000).toString(16).padStart(6, '0')}`
    await api.createEnvironment({ params, body: { name, slug: name.toLowerCase().replaceAll(' ', '-'), color } })
  }
  const name = 'Recommendation carousel on product pages and in the basket'
  const tags = ['recommendations', 'product-page', 'team-discovery', 'q4']
  await api.createFlag({ params, body: { key: 'recs-carousel.product-pages', name, type: 'string', tags } })
}

/** Truncates the answer that lists environments, since no project can have fewer than three. */
export const showEnvironments = async (page: Page, count: number): Promise<void> => {
  const address = '**/v1/projects/*/environments?*'
  await page.unroute(address)
  await page.route(address, async (route) => {
    const response = await route.fetch()
    const { items, ...rest } = await response.json()
    // The list is newest first.
    await route.fulfill({ response, json: { ...rest, items: items.slice(-count) } })
  })
}
