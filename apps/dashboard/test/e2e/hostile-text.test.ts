import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { type Dashboard, startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { waitUntilDrawn } from '../support/quiet.ts'

type Config = Omit<Parameters<Dashboard['api']['createFlagVersion']>[0]['body'], 'version'>

/** Each text would set `window.ran` if it were treated as more than text. The letter at the end is written right to left. */
const hostile = {
  image: `<img src=x onerror="window.ran=1">א`,
  script: `"'></title><script>window.ran=1</script>א`,
  svg: `<svg/onload=window.ran=1>א`,
  link: `javascript:window.ran=1//א`,
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is one, for whoever would fill it in.
  template: '{{constructor.constructor("window.ran=1")()}}${window.ran=1}א',
}

const dashboard = await startDashboard({ members: { [hostile.image]: 'admin' } })
const { api, environments } = dashboard
const flagKey = 'hostile'

const project = await api.createProject({ body: { name: hostile.script, slug: 'hostile' } })
const projectId = project.id
const [production, , development] = ['production', 'staging', 'development'].map(
  (slug) => project.environments.find((one) => one.slug === slug)?.id ?? '',
)
const place = { projectId, envId: production ?? '', flagKey }

const config = (value: string): Config => ({
  enabled: true,
  defaultValue: hostile.image,
  variants: [
    { key: hostile.svg, value: hostile.image, description: hostile.script },
    { key: 'other', value: hostile.link },
  ],
  rules: [
    {
      id: 'rule_1',
      name: hostile.script,
      conditions: [
        { attribute: hostile.svg, operator: 'in', value: [value, hostile.image] },
        { attribute: 'email', operator: 'regex', value: '<script>' },
      ],
      distribution: [
        { variant: hostile.svg, weight: 1 },
        { variant: 'other', weight: 1 },
      ],
      bucketBy: hostile.link,
    },
  ],
})

await api.updateEnvironment({ params: place, body: { name: hostile.image } })
await api.createEnvironment({ params: { projectId }, body: { name: hostile.template, slug: 'template' } })
const body = { key: flagKey, name: hostile.image, description: hostile.script, type: 'string' as const }
await api.createFlag({ params: { projectId }, body })
await api.updateProject({ params: { projectId }, body: { codeLines: true } })
await api.updateCodeReferences({
  params: { projectId },
  body: {
    ...{ repository: hostile.image, branch: hostile.svg, commit: hostile.link, at: '2026-01-31T12:00:00Z' },
    url: 'https://code.example/{path}',
    references: [{ flagKey, path: hostile.script, line: 1, alias: hostile.link, text: hostile.template }],
  },
})
for (const envId of [production, development]) {
  const params = { ...place, envId: envId ?? '' }
  await api.createFlagVersion({ params, body: { version: 1, ...config(hostile.link) } })
  await api.createFlagVersion({ params, body: { version: 2, ...config(hostile.template) } })
}
const key = { type: 'server' as const, description: hostile.script }
const { id: keyId } = await api.createApiKey({ params: place, body: key })
await api.createApiKey({ params: place, body: { ...key, description: hostile.image } })
await api.revokeApiKey({ params: { ...place, keyId } })
await api.updateFlag({ params: place, body: { name: hostile.svg } })
await api.updateEnvironment({ params: place, body: { protected: true } })
const rejected = await api.createProposal({ params: place, body: { version: 2, ...config(hostile.svg) } })
await api.rejectProposal({ params: { proposalId: rejected.id }, body: { note: hostile.image } })
const pending = await api.createProposal({ params: place, body: { version: 2, ...config(hostile.script) } })
await api.createSchedule({
  params: { ...place, envId: development ?? '' },
  body: { steps: [{ after: 3_600, change: { defaultValue: hostile.link } }], comment: hostile.template },
})
const { id: flagId } = await api.getFlag({ params: place })
const event = { flagKey, flagId, orgId: project.orgId, environmentId: production ?? '', reason: 'DEFAULT' as const }
await api.recordEvents({
  body: {
    events: Object.values(hostile).map((value) => ({
      ...event,
      value,
      sdkType: 'server',
      sdkVersion: hostile.image,
      evaluatedAt: Date.now(),
    })),
  },
})
await api.backfillUsage({ body: { date: new Date().toISOString().slice(0, 10), environmentId: production ?? '' } })

const open = async (path: string): Promise<Page> => {
  const page = await dashboard.openAs(hostile.image, `/../${projectId}${path}`)
  page.on('dialog', (dialog) => dialog.dismiss())
  return page
}

/** Checks that everything is text: nothing ran, and no element was created. Console errors fail the file. */
const expectHarmless = async (page: Page): Promise<void> => {
  await waitUntilDrawn(page)
  expect(await page.evaluate(() => 'ran' in window)).toBe(false)
  expect(await page.locator('img, script:not([src]), [onerror], [onload], a[href^="javascript:" i]').count()).toBe(0)
}

/** Finds typed text that is not isolated: right-to-left text and the words around it must not reorder each other. */
const findMixed = (page: Page): Promise<string[]> =>
  page.evaluate((texts) => {
    const isTyped = (text: string | null) => texts.some((one) => text?.includes(one))
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const mixed: string[] = []
    while (walker.nextNode()) {
      const around = walker.currentNode.parentElement
      const text = walker.currentNode.nodeValue?.replaceAll(/\u2068.*?\u2069/g, '') ?? ''
      if (!around?.checkVisibility() || around.closest('bdi, [dir=auto], option, pre, .sr-only') || !isTyped(text))
        continue
      if (getComputedStyle(around).unicodeBidi !== 'plaintext') mixed.push(around.outerHTML.slice(0, 200))
    }
    for (const field of document.querySelectorAll('input, textarea')) {
      if (isTyped((field as HTMLInputElement).value) && field.getAttribute('dir') !== 'auto')
        mixed.push(field.outerHTML)
    }
    return mixed
  }, Object.values(hostile))

const { image, script, svg, link, template } = hostile

const lookUp = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Show the entry' }).first().click()
  await page.locator('.raw').waitFor()
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox')
  await search.fill('<svg')
  await page.getByRole('option', { name: svg }).first().waitFor()
  await expectHarmless(page)
  await search.fill(image)
  await page.getByRole('option').first().waitFor()
  await expectHarmless(page)
  await search.fill(`${image} nowhere`)
  await page.getByText('Nothing here is called').waitFor()
  await expectHarmless(page)
  await page.keyboard.press('Escape')
}

const readChangeAsJson = async (page: Page): Promise<void> => {
  await page.getByRole('radio', { name: 'JSON' }).click()
  await page.getByRole('region', { name: 'The change as JSON' }).waitFor()
}

const readNumbers = async (page: Page): Promise<void> => {
  await page.getByRole('list', { name: 'Values' }).getByText(image).waitFor()
  await page.locator('.recharts-bar-rectangle path').first().hover()
  await page.getByText('In numbers, day by day').click()
  await page.getByRole('columnheader', { name: image }).waitFor()
}

/** Rejects with a note, which is stored and shown as it was typed. */
const reject = async (page: Page): Promise<void> => {
  await page.getByLabel('Note').fill(image)
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByRole('blockquote').getByText(image).waitFor()
  expect((await api.getProposal({ params: { proposalId: pending.id } })).reviewNote).toBe(image)
}

/** The dialog before a key is revoked, and a new key. */
const changeKeys = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: `Revoke ${image}` }).click()
  await page.getByRole('dialog', { name: `Revoke ${image}?` }).waitFor()
  await expectHarmless(page)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'New key' }).click()
  await page.getByLabel('Description').fill(script)
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText(`${script}, a server key of ${image}.`).waitFor()
}

/** The texts that each page shows, and further actions there. */
const pages: [path: string, texts: string[], act?: (page: Page) => Promise<void>][] = [
  ['/flags', [svg, script]],
  [`/flags/${flagKey}?env=production`, [svg, script, image]],
  [`/flags/${flagKey}?env=development`, [svg, script, image, template, link]],
  [`/flags/${flagKey}?env=production&tab=history`, [svg, image], readChangeAsJson],
  [`/flags/${flagKey}?env=production&tab=usage`, [svg, image], readNumbers],
  [`/flags/${flagKey}?tab=code`, [svg, image, link, script, template]],
  ['/proposals', [svg, image]],
  [`/proposals/${pending.id}`, [svg, image], reject],
  [`/proposals/${rejected.id}`, [svg, image]],
  ['/schedules', [svg, link, template]],
  ['/audit', [image, script, svg], lookUp],
  ['/members', [image, script]],
  ['/start', [image, script]],
  ['/environments', [image, script, template], changeKeys],
  ['/settings', [image, svg, link]],
]

test('every page shows hostile text as text, and so do the palette, raw entries, notes and keys', async () => {
  const page = await open('/start')
  for (const [path, texts, act] of pages) {
    await goTo(page, path)
    for (const text of texts) await page.getByText(text).filter({ visible: true }).first().waitFor()
    await expectHarmless(page)
    expect(await findMixed(page), path).toEqual([])
    if (!act) continue
    await act(page)
    await expectHarmless(page)
  }
})

const addresses = [
  `/audit?resource=${encodeURIComponent(image)}&who=${encodeURIComponent(script)}&what=${encodeURIComponent(svg)}`,
  `/flags/${encodeURIComponent(image)}?env=${encodeURIComponent(svg)}&tab=${encodeURIComponent(link)}`,
  `/environments?env=${encodeURIComponent(image)}`,
  `/proposals/${encodeURIComponent(script)}`,
  `/flags?q=${encodeURIComponent(image)}&type=${encodeURIComponent(script)}`,
]

test('an address that is hostile does nothing either, by a link or where the page is loaded', async () => {
  const page = await open('/start')
  for (const path of addresses) {
    await goTo(page, path)
    await page.getByRole('main').waitFor()
    await expectHarmless(page)
  }
  await page.reload()
  await page.getByRole('main').waitFor()
  await expectHarmless(page)
})

test('a sign-in that begins at a hostile address comes back nowhere else', async () => {
  const page = await dashboard.openSignedOut(`/projects/${encodeURIComponent(image)}/flags`)
  await page.getByRole('heading', { name: 'Sign in to Bunting' }).waitFor()
  await expectHarmless(page)
  expect(environments).not.toEqual({})
})
