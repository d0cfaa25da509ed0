import type { UserEvent } from '@testing-library/user-event'
import { isShown, readText } from './find.ts'
import { until } from './until.ts'

type WaitOptions = { state?: 'attached' | 'visible' | 'hidden' | 'detached'; timeout?: number }

/** The parts of the page that its elements need. */
type Surroundings = {
  readonly user: UserEvent
  readonly keyboard: { press(keys: string): Promise<void>; type(text: string): Promise<void> }
  /** All text of the page. */
  text(): string
  /** Wraps a function so that its globals are the window's. */
  inWindow(act: (...args: never[]) => unknown): (...args: unknown[]) => unknown
  /** Sets a field's text at once, as if it were typed. */
  write(field: HTMLInputElement, text: string): void
  upload(field: HTMLInputElement, file: UploadedFile): Promise<void>
  dispatch(element: Element, type: string): void
}

export type UploadedFile = { name: string; mimeType: string; buffer: Buffer }

/** Elements of a document, found anew each time; waits and reads like Playwright's `Locator`. */
export class DocumentElements {
  protected readonly surroundings: Surroundings
  protected readonly find: () => Element[]
  protected readonly name: string

  constructor(surroundings: Surroundings, find: () => Element[], name: string) {
    this.surroundings = surroundings
    this.find = find
    this.name = name
  }

  page() {
    return this.surroundings
  }

  /** The single element, if it is there. While one page replaces another there may be several. */
  protected one(): HTMLElement | undefined {
    const [first, ...others] = this.find()
    return others.length === 0 ? (first as HTMLElement | undefined) : undefined
  }

  protected until<Found>(look: () => Found | undefined, missing: string, limitMs?: number): Promise<Found> {
    return until(
      look,
      () => `${this.name} ${missing}.${this.several()} The page says:\n${this.surroundings.text()}`,
      limitMs,
    )
  }

  private several(): string {
    const found = this.find()
    if (found.length <= 1) return ''
    return ` There are ${found.length}:\n${found.map((one) => one.outerHTML.slice(0, 120)).join('\n')}\n`
  }

  /** Waits until the element is there. */
  element(): Promise<HTMLElement> {
    return this.until(() => this.one(), 'is not there')
  }

  /** Waits until a person can use the element. */
  usable(): Promise<HTMLElement> {
    return this.until(() => {
      const one = this.one()
      return one && isShown(one) && !isDisabled(one) ? one : undefined
    }, 'cannot be used')
  }

  async waitFor({ state = 'visible', timeout }: WaitOptions = {}): Promise<void> {
    const isSo = {
      attached: () => this.find().length > 0,
      visible: () => {
        const one = this.one()
        return one !== undefined && isShown(one)
      },
      hidden: () => !this.find().some(isShown),
      detached: () => this.find().length === 0,
    }[state]
    const isThere = state === 'attached' || state === 'visible'
    await this.until(() => (isSo() ? true : undefined), isThere ? 'did not come' : 'did not go', timeout)
  }

  async count() {
    return this.find().length
  }

  async isVisible() {
    const several = this.several()
    if (several !== '') throw new Error(`${this.name} is not one.${several}`)
    return this.find().some(isShown)
  }

  async isDisabled() {
    return isDisabled(await this.element())
  }

  async isEnabled() {
    return !isDisabled(await this.element())
  }

  async isChecked() {
    return isChecked(await this.element())
  }

  async inputValue() {
    return ((await this.element()) as HTMLInputElement).value
  }

  async getAttribute(name: string) {
    return (await this.element()).getAttribute(name)
  }

  async textContent() {
    return (await this.element()).textContent
  }

  async innerText() {
    return readText(await this.element())
  }

  async allTextContents() {
    return this.find().map((one) => one.textContent ?? '')
  }

  async allInnerTexts() {
    return this.find().map(readText)
  }

  async evaluate<Arg>(act: (element: HTMLElement, arg: Arg) => unknown, arg?: Arg) {
    return this.surroundings.inWindow(act)(await this.element(), arg)
  }

  async evaluateAll<Arg>(act: (elements: Element[], arg: Arg) => unknown, arg?: Arg) {
    return this.surroundings.inWindow(act)(this.find(), arg)
  }
}

const isDisabled = (element: HTMLElement): boolean =>
  (element as HTMLButtonElement).disabled === true ||
  element.closest('fieldset:disabled, [aria-disabled=true]') !== null

export const isChecked = (element: Element | undefined): boolean =>
  (element as HTMLInputElement | undefined)?.checked ?? element?.getAttribute('aria-checked') === 'true'
