import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { startDashboardHere } from '../support/document/dashboard-here.ts'
import { inProduction, pilot, rejectWaiting, tablet } from '../support/proposals.ts'

const dashboard = await startDashboardHere({
  seeded: true,
  members: {
    'Maya Okafor': 'editor',
    'Tom de Vries': 'editor',
    'Ines Ferreira': 'editor',
    'Ravi Patel': 'editor',
  },
})
const { newFlag, propose } = inProduction(dashboard)
for (const key of ['told-a', 'told-b', 'told-c']) await newFlag(key)

type Told = { title: string; tag: string; body: string }
type ToldWindow = Window & {
  told: Told[]
  asked: number
  isHidden: boolean
  press(): void
  /** True once its stream sends nothing more. */
  isLost: boolean
  /** Sends the stream's `reset`, which means that events may have been missed. */
  reset(): void
}

const choice = (page: Page) => page.getByRole('switch', { name: 'Notify me when a change waits for my approval' })

/** A browser that gives this answer when asked for permission, and records its notifications. `isHidden`: out of view. */
const openBrowser = async (name: string, answer: string): Promise<Page> => {
  const page = await dashboard.openAs(name, '/account')
  await page.addInitScript((permission) => {
    const browser = Object.assign(window, {
      told: [] as object[],
      asked: 0,
      isHidden: false,
      press: () => undefined,
      isLost: false,
      reset: (_event: MessageEvent) => undefined as unknown,
    })
    class LosingStream extends EventSource {
      override addEventListener(name: string, heard: never): void {
        const listener: (event: MessageEvent) => unknown = heard
        super.addEventListener(name, (event: MessageEvent) => browser.isLost || listener(event))
        if (name === 'reset') browser.reset = listener
      }
    }
    class FakeNotification {
      static permission = 'default'
      static async requestPermission() {
        browser.asked++
        FakeNotification.permission = permission
        return permission
      }
      onclick: () => undefined = () => undefined
      constructor(title: string, options: object) {
        browser.told.push({ title, ...options })
        browser.press = () => this.onclick()
      }
      close() {}
    }
    Object.defineProperty(window, 'Notification', { value: FakeNotification })
    Object.defineProperty(window, 'EventSource', { value: LosingStream })
    Object.defineProperty(document, 'hidden', { get: () => browser.isHidden })
  }, answer)
  const followed = page.waitForResponse(/\/stream$/)
  await page.reload()
  await followed
  return page
}

/** Turns notifications on, and waits until the page knows the waiting proposals, of which it does not notify. */
const turnOn = async (page: Page): Promise<void> => {
  const known = page.waitForResponse(/\/proposals\/waiting\?limit=100/)
  await choice(page).click()
  await expect.poll(() => choice(page).getAttribute('aria-checked')).toBe('true')
  await known
}

const browserOf = (page: Page) => page.evaluate(() => window as unknown as ToldWindow)
test('nobody is asked before they turn it on, then once, and told of what comes while they look elsewhere', async () => {
  await rejectWaiting(dashboard)
  const page = await openBrowser('Maya Okafor', 'granted')
  await choice(page).waitFor()
  expect((await browserOf(page)).asked).toBe(0)
  await turnOn(page)
  expect((await browserOf(page)).asked).toBe(1)
  const browser = await browserOf(page)
  browser.isHidden = true
  const { id } = await propose('told-a', 2, pilot(25), tablet(false))
  await expect.poll(() => browser.told.map(({ tag }) => tag)).toEqual([id])
  expect(browser.told[0]).toMatchObject({ title: expect.stringContaining('First server key'), body: 'told-a' })
  browser.isHidden = false
  browser.press()
  await page.getByRole('heading', { name: 'Change to Checkout layout' }).waitFor()
})

test('a stream that lost its place may have missed a proposal, which is told as well', async () => {
  await rejectWaiting(dashboard)
  const page = await openBrowser('Ravi Patel', 'granted')
  await turnOn(page)
  const browser = await browserOf(page)
  browser.isLost = true
  browser.isHidden = true
  const { id } = await propose('told-c', 2, pilot(25), tablet(false))
  browser.reset()
  await expect.poll(() => browser.told.map(({ tag }) => tag)).toEqual([id])
})

test('whoever looks at Bunting is not told what it shows', async () => {
  await rejectWaiting(dashboard)
  const page = await openBrowser('Tom de Vries', 'granted')
  await turnOn(page)
  await propose('told-b', 2, pilot(25), tablet(false))
  await expect.poll(() => page.title()).toMatch(/^\(1\) /)
  expect((await browserOf(page)).told).toEqual([])
})

test('where the browser refuses it stays off and says where to allow it', async () => {
  const page = await openBrowser('Ines Ferreira', 'denied')
  await choice(page).click()
  await page.getByText('This browser does not let Bunting notify you.').waitFor()
  expect(await choice(page).getAttribute('aria-checked')).toBe('false')
})
