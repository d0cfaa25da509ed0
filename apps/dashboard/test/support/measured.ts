import type { Page } from 'playwright-core'

type Measuring = { measured: string[] }

/** Records which elements in a part of the page are measured, and how. This changes what the app runs on: see `touch`. */
export const noteMeasured = (page: Page, part: string): Promise<void> =>
  page.evaluate((around) => {
    const measured: string[] = []
    Object.assign(window, { measured })
    const note = (element: Element, how: string): void => {
      if (element.closest(around)) measured.push(`${how} of ${element.tagName} ${element.className}`)
    }
    for (const [owner, names] of [
      [HTMLElement.prototype, ['offsetWidth', 'offsetHeight', 'offsetTop', 'offsetLeft']],
      [Element.prototype, ['clientWidth', 'clientHeight', 'scrollWidth', 'scrollHeight', 'scrollTop']],
    ] as const) {
      for (const name of names) {
        const { get } = Object.getOwnPropertyDescriptor(owner, name) as { get(): number }
        Object.defineProperty(owner, name, {
          configurable: true,
          get(this: Element) {
            note(this, name)
            return get.call(this)
          },
        })
      }
    }
    const { getBoundingClientRect } = Element.prototype
    Element.prototype.getBoundingClientRect = function () {
      note(this, 'getBoundingClientRect')
      return getBoundingClientRect.call(this)
    }
  }, part)

export const findMeasured = (page: Page): Promise<string[]> =>
  page.evaluate(() => (window as unknown as Measuring).measured)
