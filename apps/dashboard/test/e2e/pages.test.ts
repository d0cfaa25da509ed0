import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { findProblems } from '../support/look.ts'

const dashboard = await startDashboard({ seeded: true, members: { 'Maya Okafor': 'admin', 'Tom de Vries': 'editor' } })
const { api, projectId } = dashboard
const [proposal] = (await api.listProjectProposals({ params: { projectId } })).items

/** Every page, the route it is of, and what is there when it is whole. */
const pages = [
  { name: 'flags', route: '/flags', path: '/flags', text: 'Checkout layout' },
  { name: 'flag', route: '/flags/$flagKey', path: '/flags/checkout-layout', text: 'Pilot countries' },
  {
    name: 'flag-protected',
    route: '/flags/$flagKey',
    path: '/flags/checkout-layout?env=production',
    text: 'Pilot countries',
  },
  {
    name: 'flag-history',
    route: '/flags/$flagKey',
    path: '/flags/checkout-layout?env=staging&tab=history',
    text: 'Version 2',
  },
  { name: 'flag-usage', route: '/flags/$flagKey', path: '/flags/checkout-layout?tab=usage', text: 'Usage' },
  { name: 'proposals', route: '/proposals', path: '/proposals', text: 'First server key' },
  {
    name: 'proposal',
    route: '/proposals/$proposalId',
    path: `/proposals/${proposal?.id}`,
    text: 'Pilot countries',
  },
  { name: 'audit', route: '/audit', path: '/audit', text: 'proposed a change to' },
  { name: 'environments', route: '/environments', path: '/environments?env=development', text: 'First server key' },
  { name: 'members', route: '/members', path: '/members', text: 'maya.okafor@example.com' },
  { name: 'start', route: '/start', path: '/start', text: '"requestId"' },
  { name: 'nothing-here', route: '', path: '/flags/there-is-no-such-flag', text: 'There is nothing here' },
]

test('every route is looked at', async () => {
  const routes = await readFile(new URL('../../src/routes.tsx', import.meta.url), 'utf8')
  const known = [...routes.matchAll(/inProject\('([^']+)'\)/g)].map(([, path]) => path)
  expect(known.length).toBeGreaterThan(7)
  expect(new Set(known)).toEqual(new Set(pages.map(({ route }) => route).filter((route) => route !== '')))
})

test.each(pages)(
  '$name fits every window, in light and dark, and everybody can use it',
  async ({ name, path, text }) => {
    const page = await dashboard.openAs('Maya Okafor', path)
    await page.getByText(text).filter({ visible: true }).first().waitFor()
    expect(await findProblems(page, `page-${name}`)).toEqual([])
  },
)
