import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { findOverlaps } from '../support/geometry.ts'
import { findProblems, takePicture } from '../support/look.ts'

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

const colors = ['#CF4526', '#C98F12', '#15877A', '#3E63DD', '#8E4EC6']

/** A project with this many environments and a flag that is on in each. */
const projectWith = async (count: number): Promise<string> => {
  const { id, environments } = await api.createProject({ body: { name: `${count} places`, slug: `places-${count}` } })
  const params = { projectId: id, flagKey: 'everywhere' }
  const more = Array.from({ length: count - environments.length }, (_, index) => index + 1)
  const made = await Promise.all(
    more.map((number) =>
      api.createEnvironment({
        params,
        body: { name: `Region ${number} Pre-production`, slug: `r-${number}`, color: colors[number % 5] as string },
      }),
    ),
  )
  await api.createFlag({ params, body: { key: 'everywhere', name: 'Everywhere it is known', type: 'boolean' } })
  for (const { id: envId } of [...environments, ...made]) {
    await api.createFlagVersion({
      params: { ...params, envId },
      body: { version: 1, enabled: true, defaultValue: true, rules: [] },
    })
  }
  return id
}

test.each([5, 20])(
  'with %i environments nothing overlaps, in the list, on the page of a flag and on their own',
  async (count) => {
    const base = `//projects/${await projectWith(count)}`
    for (const [width, theme] of [
      [1280, 'light'],
      [400, 'dark'],
    ] as const) {
      // As high as the page: nothing is under a bar that stays in view.
      const look = { width, height: 2_600, theme }
      const list = await dashboard.open(`${base}/flags`, look)
      await list.getByRole('link', { name: 'Everywhere it is known' }).waitFor()
      expect(await findOverlaps(list)).toEqual([])
      await takePicture(list, `environments-${count}-list-${width}`)
      await list.getByRole('button', { name: /^Production: / }).click()
      await list.getByRole('dialog', { name: /in each environment$/ }).waitFor()
      await takePicture(list, `environments-${count}-switches-${width}`)
      expect(await findOverlaps(list, '[role=dialog]')).toEqual([])

      const flag = await dashboard.open(`${base}/flags/everywhere?env=r-${count - 3}`, look)
      await flag.getByRole('article', { name: 'Default' }).waitFor()
      await takePicture(flag, `environments-${count}-flag-${width}`)
      expect(await findOverlaps(flag)).toEqual([])
      // The one in view is in view, however many stand before it.
      const current = flag.getByRole('navigation', { name: 'Environment' }).locator('[aria-current]')
      expect(await current.evaluate((one) => one.getBoundingClientRect().right <= innerWidth)).toBe(true)
      await flag.getByRole('button', { name: 'More for this flag' }).click()
      await flag.getByRole('menuitem', { name: 'Copy to environment' }).click()
      await flag.getByRole('dialog').getByRole('radio').first().waitFor()
      await takePicture(flag, `environments-${count}-copy-${width}`)
      expect(await findOverlaps(flag, '[role=dialog]')).toEqual([])

      const all = await dashboard.open(`${base}/environments`, { ...look, height: 10_000 })
      await all.getByRole('heading', { name: 'Keys', exact: true }).waitFor()
      await takePicture(all, `environments-${count}-all-${width}`)
      expect(await findOverlaps(all)).toEqual([])
    }
  },
)
