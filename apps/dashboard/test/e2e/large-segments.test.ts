import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { goTo } from '../support/go-to.ts'
import { findBarriers, findProblems, takePicture } from '../support/look.ts'
import { segmentsOf } from '../support/segments.ts'

const dashboard = await startDashboard({ members: { 'Tom de Vries': 'editor', 'Ines Ferreira': 'admin' } })
const { api } = dashboard
const { placeOf, newFlagNaming } = segmentsOf(dashboard)

const fileOf = (name: string, text: string | Buffer) => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(text),
})

test('ids are uploaded by a file, after what it changes is shown', async () => {
  const page = await dashboard.open('/segments')
  await page.getByRole('button', { name: 'New segment' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'New segment' })
  await dialog.getByLabel('Name').fill('Newsletter readers')
  await dialog.getByRole('radio', { name: /^Millions/ }).check()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Create segment' }).click()
  await page.getByRole('heading', { name: 'Newsletter readers', exact: true }).waitFor()
  await page.getByText('ids not kept').waitFor()

  const upload = page.getByRole('region', { name: 'Upload' })
  const choose = (name: string, text: string | Buffer) =>
    upload.getByLabel('File of ids').setInputFiles(fileOf(name, text))
  const save = async (button: string) => {
    await upload.getByRole('button', { name: 'See what changes' }).click()
    await upload.getByText('come in').waitFor()
    await takePicture(page, 'segment-large-preview')
    expect(await findBarriers(page)).toEqual([])
    await upload.getByRole('button', { name: button }).click()
    await upload.getByRole('button', { name: 'Choose a file' }).waitFor()
  }
  const ids = Array.from({ length: 2_000 }, (_, at) => `reader-${at}@example.com`)
  await choose('readers.csv', ['email,since', ...ids.map((id) => `${id},2026`)].join('\n'))
  await upload.getByLabel('Column').selectOption('email')
  await save('Save version 1')
  await page.getByRole('table', { name: 'Versions' }).getByText('+2,000').waitFor()

  // Packed, and some of it gone.
  await choose('readers.txt.gz', gzipSync([...ids.slice(100), 'ada@example.com'].join('\n')))
  await upload.getByRole('radio', { name: 'Replace all' }).click()
  await save('Save version 2')
  await page.getByRole('table', { name: 'Versions' }).getByText('−100').waitFor()

  const asked = page.getByRole('complementary', { name: 'Is this id in it' })
  await asked.getByLabel('userId').fill('ada@example.com')
  await asked.getByText('Yes, it is in').waitFor()
  await asked.getByLabel('userId').fill('Ada@example.com')
  await asked.getByText('No, it is not in').waitFor()
  await takePicture(page, 'segment-large')
  expect(await findProblems(page, 'segment-large')).toEqual([])

  // Somebody else's upload shows by itself.
  const segmentKey = 'newsletter-readers'
  const { production = '' } = dashboard.environments
  await api.changeSegmentIds({
    params: { projectId: dashboard.projectId, envId: production, segmentKey },
    query: { op: 'add' },
    upload: { type: 'text/plain', bytes: Buffer.from('bob\ncleo\ndan') },
  })
  await page.getByRole('table', { name: 'Versions' }).getByText('+3', { exact: true }).waitFor()

  // What was counted is saved to the version that it was counted for, or not at all.
  await choose('more.txt', 'eve')
  await upload.getByRole('button', { name: 'See what changes' }).click()
  await upload.getByRole('button', { name: 'Save version 4' }).waitFor()
  await api.changeSegmentIds({
    params: { projectId: dashboard.projectId, envId: production, segmentKey },
    query: { op: 'remove' },
    upload: { type: 'text/plain', bytes: Buffer.from('bob\ncleo') },
  })
  await page.getByRole('table', { name: 'Versions' }).getByText('−2', { exact: true }).waitFor()
  await upload.getByRole('button', { name: 'Save version 4' }).click()
  await upload.getByText('The latest version is 4, not 3.').waitFor()

  await choose('broken.txt', `ada\n${'x'.repeat(300)}\n`)
  await upload.getByRole('button', { name: 'See what changes' }).click()
  await upload.getByText('Line 2 is no id.').waitFor()
  await takePicture(page, 'segment-large-error')
  expect(await findBarriers(page)).toEqual([])
})

test('in a protected environment an upload is proposed, and somebody else approves it', async () => {
  const { projectId } = dashboard
  await api.createSegment({ params: { projectId }, body: { key: 'buyers', name: 'Buyers', large: true } })
  const params = placeOf('buyers')
  await api.changeSegmentIds({
    params,
    query: { op: 'add' },
    upload: { type: 'text/plain', bytes: Buffer.from('ada\nbob') },
  })
  await newFlagNaming('buyers', 'buyers-only')
  await api.updateEnvironment({ params, body: { protected: true } })
  const page = await dashboard.openAs('Tom de Vries', '/segments/buyers?env=staging')
  const upload = page.getByRole('region', { name: 'Upload' })
  await upload.getByLabel('File of ids').setInputFiles(fileOf('more.txt', 'bob\ncleo'))
  await upload.getByRole('button', { name: 'See what changes' }).click()
  await upload.getByRole('button', { name: 'Propose version 2' }).click()
  await upload.getByRole('link', { name: 'Open the proposal' }).click()
  await page.getByRole('heading', { name: 'Add ids: 1 come in, 0 go out' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  const { pathname } = new URL(page.url())
  const other = await dashboard.openAs('Ines Ferreira', pathname.replace(/^.*(\/proposals\/)/, '$1'))
  await other.getByRole('button', { name: 'Approve' }).click()
  await expect.poll(async () => (await api.containsSegmentId({ params, body: { id: 'cleo' } })).contains).toBe(true)
  await goTo(other, '/segments')
  await other.getByText('3 ids').waitFor()
})
