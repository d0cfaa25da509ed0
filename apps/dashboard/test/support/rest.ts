import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { goToAddress } from './go-to.ts'
import { hasRequests } from './quiet.ts'

type Fiber = { memoizedProps: { client?: Cache } | null; child: Fiber | null }
type Cache = { isFetching(): number; isMutating(): number; clear(): void }

/** A path without a page: there nothing of a project is shown, requested or followed. */
const nowhere = '/nowhere'

/** The timeout, after which loading the page is cheaper than waiting. A response whose body is never read never ends. */
const [patienceMs, lookMs] = [1_000, 5]

/**
 * Makes the app in a window forget what a test did, as if it were just loaded: cached data, drafts, messages, and its
 * position. False if only a reload can do that, since the app may still keep something.
 */
export const putToRest = async (page: Page): Promise<boolean> => {
  const canRest = await page.evaluate(() => {
    const isLoaded = document.querySelector('#root > *') !== null
    if (!isLoaded || document.documentElement.dataset.theme) return false
    localStorage.clear()
    sessionStorage.clear()
    // As if another window had cleared the storage: the app drops its drafts.
    return window.dispatchEvent(new StorageEvent('storage', { key: null }))
  })
  if (!canRest) return false
  await goToAddress(page, nowhere)
  const sinceMs = performance.now()
  for (;;) {
    const outcome = hasRequests(page) ? 'busy' : await page.evaluate(forget)
    if (outcome !== 'busy') return outcome === 'forgotten'
    if (performance.now() - sinceMs > patienceMs) return false
    await wait(lookMs)
  }
}

/** Runs in the window. */
const forget = (): 'busy' | 'keeps' | 'forgotten' => {
  if (document.querySelector('.app, [role=dialog]')) return 'busy'
  const root = document.getElementById('root') as HTMLElement
  const container = Object.entries(root).find(([key]) => key.startsWith('__reactContainer$'))?.[1] as Fiber
  let provider: Fiber | null = container
  while (provider && !provider.memoizedProps?.client) provider = provider.child
  const cache = provider?.memoizedProps?.client
  if (!cache) throw new Error('What the app has read is not where it was.')
  if (cache.isFetching() + cache.isMutating() > 0) return 'busy'
  // A field that applies its value on blur has created a draft again.
  if (Object.keys(localStorage).some((key) => key.startsWith('bunting-draft:'))) return 'keeps'
  cache.clear()
  // Early responses that index.html requested and no query used.
  const { buntingEarly } = window as { buntingEarly?: Map<string, unknown> }
  buntingEarly?.clear()
  for (const one of document.querySelectorAll<HTMLElement>('.toasts [aria-label=Dismiss]')) one.click()
  localStorage.clear()
  sessionStorage.clear()
  return 'forgotten'
}
