import { expect, test } from 'vitest'
import { uploadReferences } from '../support/code-references.ts'
import { startDashboard } from '../support/dashboard.ts'
import { findOverlaps } from '../support/geometry.ts'
import { goTo } from '../support/go-to.ts'
import { findProblems, sidewaysScroll, takePicture } from '../support/look.ts'
import { everyRoute } from '../support/routes.ts'

const dashboard = await startDashboard({
  seeded: true,
  members: { 'Maya Okafor': 'admin', 'Tom de Vries': 'editor' },
  settings: { BUNTING_WEBHOOK_ALLOW: '127.0.0.1' },
})
const { api, projectId } = dashboard
await api.createWebhook({ body: { url: 'http://127.0.0.1:9/', events: ['flag.'], description: 'Deploy bot' } })
await api.createMetric({
  params: { projectId },
  body: { key: 'orders', name: 'Orders', kind: 'conversion', event: 'purchase' },
})
const newExperiment = (name: string) =>
  api.createExperiment({
    params: { projectId, envId: dashboard.environments.staging ?? '', flagKey: 'checkout-layout' },
    body: { name, ruleId: 'pilot-countries', control: 'classic', primary: 'orders' },
  })
const { id: draftId } = await newExperiment('One-page checkout, again')
const { id: experimentId } = await newExperiment('One-page checkout')
await api.startExperiment({ params: { experimentId } })
await uploadReferences(dashboard, [{ flagKey: 'checkout-layout', path: 'src/checkout.ts', line: 12 }])
const [proposal] = (await api.listProjectProposals({ params: { projectId } })).items

/** Every page, its route, and what it shows once it is complete. Pages of the same route are not next to each other. */
const pages = [
  { name: 'flags', route: '/flags', path: '/flags', heading: 'Flags', text: 'Checkout layout' },
  {
    name: 'flag',
    route: '/flags/$flagKey',
    path: '/flags/checkout-layout',
    heading: 'Checkout layout',
    text: 'Pilot countries',
  },
  { name: 'proposals', route: '/proposals', path: '/proposals', heading: 'Proposals', text: 'First server key' },
  {
    name: 'flag-protected',
    route: '/flags/$flagKey',
    path: '/flags/checkout-layout?env=production',
    heading: 'Checkout layout',
    text: 'Pilot countries',
  },
  {
    name: 'proposal',
    route: '/proposals/$proposalId',
    path: `/proposals/${proposal?.id}`,
    heading: 'Change to Checkout layout',
    text: 'Pilot countries',
  },
  {
    name: 'flag-history',
    route: '/flags/$flagKey',
    path: '/flags/checkout-layout?env=staging&tab=history',
    heading: 'Checkout layout',
    text: 'Version 2',
  },
  { name: 'members', route: '/members', path: '/members', heading: 'Members', text: 'maya.okafor@example.com' },
  {
    name: 'flag-timeline',
    route: '/flags/$flagKey',
    path: '/flags/checkout-layout?tab=timeline',
    heading: 'Checkout layout',
    text: 'What was',
  },
  { name: 'segments', route: '/segments', path: '/segments', heading: 'Segments', text: 'Beta testers' },
  { name: 'audit', route: '/audit', path: '/audit', heading: 'Audit log', text: 'proposed a change to' },
  {
    name: 'flag-usage',
    route: '/flags/$flagKey',
    path: '/flags/checkout-layout?tab=usage',
    heading: 'Checkout layout',
    text: 'Usage',
  },
  {
    name: 'segment',
    route: '/segments/$segmentKey',
    path: '/segments/beta-testers?env=staging',
    heading: 'Beta testers',
    text: 'Everyone else is not in',
  },
  {
    name: 'environments',
    route: '/environments',
    path: '/environments?env=development',
    heading: 'Environments & keys',
    text: 'First server key',
  },
  {
    name: 'segment-history',
    route: '/segments/$segmentKey',
    path: '/segments/beta-testers?env=staging&tab=history',
    heading: 'Beta testers',
    text: 'The first who asked',
  },
  {
    name: 'flag-code',
    route: '/flags/$flagKey',
    path: '/flags/checkout-layout?tab=code',
    heading: 'Checkout layout',
    text: 'src/checkout.ts:12',
  },
  { name: 'schedules', route: '/schedules', path: '/schedules', heading: 'Schedules', text: 'Nothing is scheduled' },
  { name: 'webhooks', route: '/webhooks', path: '/webhooks', heading: 'Webhooks', text: 'Deploy bot' },
  { name: 'account', route: '/account', path: '/account', heading: 'Your account', text: 'This one' },
  {
    name: 'experiments',
    route: '/experiments',
    path: '/experiments',
    heading: 'Experiments',
    text: 'One-page checkout',
  },
  { name: 'metrics', route: '/metrics', path: '/metrics', heading: 'Metrics', text: 'a purchase within 24 h' },
  {
    name: 'experiment',
    route: '/experiments/$experimentId',
    path: `/experiments/${experimentId}`,
    heading: 'One-page checkout',
    text: 'There is not enough to say anything yet',
  },
  {
    name: 'flag-code-none',
    route: '/flags/$flagKey',
    path: '/flags/new-navigation?tab=code',
    heading: 'New navigation',
    text: 'No scanned code names it',
  },
  { name: 'overview', route: '/overview', path: '/overview', heading: 'Overview', text: 'Changes by week' },
  { name: 'cleanup', route: '/cleanup', path: '/cleanup', heading: 'Clean up', text: 'Nobody looks after it' },
  {
    name: 'experiment-new',
    route: '/experiments/new',
    path: '/experiments/new?env=staging&flag=checkout-layout',
    heading: 'New experiment',
    text: 'Split, by',
  },
  {
    name: 'experiment-edit',
    route: '/experiments/$experimentId/edit',
    path: `/experiments/${draftId}/edit`,
    heading: 'One-page checkout, again',
    text: 'Split, by',
  },
  { name: 'start', route: '/start', path: '/start', heading: 'Get started', text: '"requestId"' },
  { name: 'compare', route: '/compare', path: '/compare', heading: 'Compare', text: 'Gets 5 instead of 3' },
  { name: 'person', route: '/person', path: '/person', heading: 'One person', text: 'differ between environments' },
  { name: 'settings', route: '/settings', path: '/settings', heading: 'Settings', text: 'Rename project' },
  {
    name: 'nothing-here',
    route: '',
    path: '/flags/there-is-no-such-flag',
    heading: 'There is nothing here',
    text: 'There is nothing here',
  },
]

test('every route is looked at', async () => {
  const known = await everyRoute()
  expect(known.size).toBeGreaterThan(7)
  expect(known).toEqual(new Set(pages.map(({ route }) => route).filter((route) => route !== '')))
})

test('every page fits every window, in light and dark, and everybody can use it', async () => {
  const page = await dashboard.openAs('Maya Okafor', '/flags')
  const problems: Record<string, string[]> = {}
  for (const [at, { name, path, heading, text }] of pages.entries()) {
    await goTo(page, path)
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
    await page.getByText(text).filter({ visible: true }).first().waitFor()
    problems[name] = await findProblems(page, `page-${name}`, at === 0 ? 'whole' : undefined)
  }
  expect(problems).toEqual(Object.fromEntries(pages.map(({ name }) => [name, []])))
})

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
    const page = await dashboard.open(`//projects/${await projectWith(count)}/flags`)
    // The window is as high as the page, so that no fixed bar covers anything.
    const expectNoOverlaps = async (name: string, height: number, within?: string) => {
      for (const [width, colorScheme] of [
        [1280, 'light'],
        [400, 'dark'],
      ] as const) {
        await page.setViewportSize({ width, height })
        await page.emulateMedia({ colorScheme })
        await takePicture(page, `environments-${count}-${name}-${width}`)
        expect(await findOverlaps(page, within), `${name} at ${width}`).toEqual([])
      }
    }
    await page.getByRole('link', { name: 'Everywhere it is known' }).waitFor()
    await expectNoOverlaps('list', 2_600)
    await page.getByRole('button', { name: /^Production: / }).click()
    await page.getByRole('dialog', { name: /in each environment$/ }).waitFor()
    await expectNoOverlaps('switches', 2_600, '[role=dialog]')
    await page.keyboard.press('Escape')

    await goTo(page, `/flags/everywhere?env=r-${count - 3}`)
    await page.getByRole('article', { name: 'Default' }).waitFor()
    // The current environment is in view, however many come before it.
    const current = page.getByRole('navigation', { name: 'Environment' }).locator('[aria-current]')
    expect(await current.evaluate((one) => one.getBoundingClientRect().right <= innerWidth)).toBe(true)
    await expectNoOverlaps('flag', 2_600)
    await page.getByRole('button', { name: 'More for this flag' }).click()
    await page.getByRole('menuitem', { name: 'Copy to environment' }).click()
    await page.getByRole('dialog').getByRole('radio').first().waitFor()
    await expectNoOverlaps('copy', 2_600, '[role=dialog]')
    await page.keyboard.press('Escape')

    for (const [path, heading] of [
      ['/person', 'One person'],
      ['/compare', 'Compare'],
      ['/segments', 'Segments'],
      ['/settings', 'Settings'],
    ] as const) {
      await goTo(page, path)
      await page.getByRole('heading', { name: heading, exact: true }).waitFor()
      for (const width of [1280, 400]) {
        await page.setViewportSize({ width, height: 2_600 })
        expect(await sidewaysScroll(page), `${path} at ${width}`).toBe(0)
      }
    }

    await goTo(page, '/environments')
    await page.getByRole('heading', { name: 'Keys', exact: true }).waitFor()
    await expectNoOverlaps('all', 10_000)
  },
)
