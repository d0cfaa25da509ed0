import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboard } from '../support/dashboard.ts'
import { holdBack } from '../support/hold-back.ts'
import { saveShare, sharedFlag, shareOf } from '../support/share.ts'

const dashboard = await startDashboard({ seeded: true, members: { 'Tom de Vries': 'editor' } })

const streamsOf = (pages: readonly Page[]): string[] => {
  const opened: string[] = []
  for (const page of pages)
    page.on('request', (request) => request.url().endsWith('/stream') && opened.push(request.url()))
  return opened
}

test('the windows of a browser share one stream, and where its window closes another takes over', async () => {
  const first = await dashboard.openAs('Tom de Vries', '/members')
  const opened = streamsOf([first])
  await first.reload()
  await expect.poll(() => opened).toHaveLength(1)
  const second = await dashboard.openAs('Tom de Vries', `/flags/${sharedFlag}?env=staging`)
  const later = streamsOf([second])
  await second.reload()
  await shareOf(second).waitFor()
  await saveShare(dashboard, 62)
  await expect.poll(() => shareOf(second).inputValue()).toBe('62')
  expect(later).toEqual([])
  await first.close()
  await expect.poll(() => later).toHaveLength(1)
  await saveShare(dashboard, 63)
  await expect.poll(() => shareOf(second).inputValue()).toBe('63')
})

test('what changes after a page has read it and before its stream is open shows, too', async () => {
  const page = await dashboard.openAs('Tom de Vries', `/flags/${sharedFlag}?env=staging`)
  const stream = await holdBack(page, '**/stream', 'GET')
  await page.reload()
  await stream.sent
  await shareOf(page).waitFor()
  await saveShare(dashboard, 72)
  stream.letGo()
  await expect.poll(() => shareOf(page).inputValue()).toBe('72')
})
