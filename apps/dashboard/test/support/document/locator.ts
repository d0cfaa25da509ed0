import type { UserEvent } from '@testing-library/user-event'
import type { Locator } from 'playwright-core'
import { byLabel, byRole, byText, isShown, readText, type Text, textMatcher } from './find.ts'
import { until } from './until.ts'

type Exact = { exact?: boolean }
type RoleOptions = Parameters<typeof byRole>[2]
type Filter = { has?: Locator; hasNot?: Locator; hasText?: Text; hasNotText?: Text }
type WaitOptions = { state?: 'attached' | 'visible' | 'hidden' | 'detached'; timeout?: number }
type ClickOptions = { modifiers?: string[]; button?: 'left' | 'right'; force?: boolean }
type Find = () => Element[]

/** What elements need of the page that they are on. */
type Surroundings = {
  readonly user: UserEvent
  readonly keyboard: { press(keys: string): Promise<void>; type(text: string): Promise<void> }
  /** All that it says. */
  text(): string
  /** A function as the window has it, whose globals are the window's. */
  inWindow(act: (...args: never[]) => unknown): (...args: unknown[]) => unknown
  /** Writes into a field as if it were typed, at once. */
  write(field: HTMLInputElement, text: string): void
  upload(field: HTMLInputElement, file: UploadedFile): Promise<void>
  dispatch(element: Element, type: string): void
}

export type UploadedFile = { name: string; mimeType: string; buffer: Buffer }

/**
 * Elements of a document, in the words of Playwright's `Locator`: found anew each time, waited for before something is done
 * with them. What takes a layout is not here, so whatever needs one is a test for the browser.
 */
export class DocumentLocator {
  readonly #page: Surroundings
  readonly #find: Find
  readonly #name: string

  constructor(page: Surroundings, find: Find, name: string) {
    this.#page = page
    this.#find = find
    this.#name = name
  }

  page() {
    return this.#page
  }

  // Further in.

  #inside(name: string, find: (root: Element) => Element[]): DocumentLocator {
    const inAll = () => [...new Set(this.#find().flatMap(find))]
    return new DocumentLocator(this.#page, inAll, `${this.#name} > ${name}`)
  }

  getByRole(role: string, options?: RoleOptions) {
    return this.#inside(`${role} ${options?.name ?? ''}`, (root) => byRole(root, role, options))
  }

  getByText(text: Text, { exact }: Exact = {}) {
    return this.#inside(`text ${text}`, (root) => byText(root, text, exact))
  }

  getByLabel(text: Text, { exact }: Exact = {}) {
    return this.#inside(`label ${text}`, (root) => byLabel(root, text, exact))
  }

  getByPlaceholder(text: Text, { exact }: Exact = {}) {
    const matches = textMatcher(text, exact)
    return this.#inside(`placeholder ${text}`, (root) =>
      [...root.querySelectorAll('[placeholder]')].filter((one) => matches(one.getAttribute('placeholder') ?? '')),
    )
  }

  locator(selector: string) {
    const scoped = selector.startsWith('>') ? `:scope ${selector}` : selector
    return this.#inside(selector, (root) => [...root.querySelectorAll(scoped)])
  }

  // Fewer, or more.

  #those(name: string, choose: (found: Element[]) => Element[]): DocumentLocator {
    return new DocumentLocator(this.#page, () => choose(this.#find()), `${this.#name} ${name}`)
  }

  filter({ has, hasNot, hasText, hasNotText }: Filter) {
    const holds = (inner: Locator | undefined, element: Element): boolean =>
      innerOf(inner)
        .#find()
        .some((one) => element !== one && element.contains(one))
    return this.#those('filtered', (found) =>
      found.filter(
        (one) =>
          (!has || holds(has, one)) &&
          !(hasNot && holds(hasNot, one)) &&
          (hasText === undefined || textMatcher(hasText)(one.textContent ?? '')) &&
          !(hasNotText !== undefined && textMatcher(hasNotText)(one.textContent ?? '')),
      ),
    )
  }

  and(other: Locator) {
    return this.#those('and', (found) => found.filter((one) => innerOf(other).#find().includes(one)))
  }

  or(other: Locator) {
    return this.#those('or', (found) => [...new Set([...found, ...innerOf(other).#find()])])
  }

  nth(index: number) {
    return this.#those(`number ${index}`, (found) => found.slice(index, index === -1 ? undefined : index + 1))
  }

  first() {
    return this.nth(0)
  }

  last() {
    return this.nth(-1)
  }

  async all() {
    return this.#find().map((_, index) => this.nth(index))
  }

  // What is there.

  /** The one element, where it is there. Two are a mistake of the test. */
  #one(): HTMLElement | undefined {
    const found = this.#find()
    if (found.length > 1) {
      const sources = found.map((one) => one.outerHTML.slice(0, 120))
      throw new Error(`There are ${found.length} of ${this.#name}:\n${sources.join('\n')}`)
    }
    return found[0] as HTMLElement | undefined
  }

  #until<Found>(look: () => Found | undefined, missing: string, limitMs?: number): Promise<Found> {
    return until(look, () => `${this.#name} ${missing}. The page says:\n${this.#page.text()}`, limitMs)
  }

  /** Waits for it. */
  element(): Promise<HTMLElement> {
    return this.#until(() => this.#one(), 'is not there')
  }

  /** Waits until somebody can use it. */
  usable(): Promise<HTMLElement> {
    return this.#until(() => {
      const one = this.#one()
      return one && isShown(one) && !isDisabled(one) ? one : undefined
    }, 'cannot be used')
  }

  async waitFor({ state = 'visible', timeout }: WaitOptions = {}): Promise<void> {
    const isThere = state === 'attached' || state === 'visible'
    await this.#until(
      () => {
        const one = state === 'detached' || state === 'attached' ? this.#find()[0] : this.#one()
        const isSeen = one !== undefined && (state === 'attached' || state === 'detached' || isShown(one))
        return isSeen === isThere ? true : undefined
      },
      isThere ? 'did not come' : 'did not go',
      timeout,
    )
  }

  async count() {
    return this.#find().length
  }

  async isVisible() {
    const one = this.#one()
    return one !== undefined && isShown(one)
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
    return this.#find().map((one) => one.textContent ?? '')
  }

  async allInnerTexts() {
    return this.#find().map(readText)
  }

  async evaluate<Arg>(act: (element: HTMLElement, arg: Arg) => unknown, arg?: Arg) {
    return this.#page.inWindow(act)(await this.element(), arg)
  }

  async evaluateAll<Arg>(act: (elements: Element[], arg: Arg) => unknown, arg?: Arg) {
    return this.#page.inWindow(act)(this.#find(), arg)
  }

  // What a person does.

  async click({ modifiers = [], button = 'left', force = false }: ClickOptions = {}) {
    const one = await (force ? this.element() : this.usable())
    const { user } = this.#page
    for (const key of modifiers) await user.keyboard(`{${key}>}`)
    await user.pointer({ target: one, keys: button === 'left' ? '[MouseLeft]' : '[MouseRight]' })
    for (const key of modifiers) await user.keyboard(`{/${key}}`)
  }

  async dblclick() {
    await this.#page.user.dblClick(await this.usable())
  }

  async hover() {
    await this.#page.user.hover(await this.element())
  }

  async focus() {
    const one = await this.element()
    one.focus()
  }

  async blur() {
    const one = await this.element()
    one.blur()
  }

  async fill(text: string) {
    const field = (await this.usable()) as HTMLInputElement
    field.focus()
    this.#page.write(field, text)
  }

  async clear() {
    await this.fill('')
  }

  async press(keys: string) {
    await this.focus()
    await this.#page.keyboard.press(keys)
  }

  async pressSequentially(text: string) {
    await this.focus()
    await this.#page.keyboard.type(text)
  }

  async check() {
    if (!isChecked(await this.usable())) await this.click()
    await this.#until(() => (isChecked(this.#one()) ? true : undefined), 'is not checked')
  }

  async uncheck() {
    if (isChecked(await this.usable())) await this.click()
    await this.#until(() => (isChecked(this.#one()) ? undefined : true), 'is still checked')
  }

  async selectOption(wanted: string | { label?: string; value?: string }) {
    const matches = (option: HTMLOptionElement): boolean =>
      typeof wanted === 'string'
        ? option.value === wanted || readText(option) === wanted
        : option.value === wanted.value || readText(option) === wanted.label
    const find = () => {
      const options = [...((this.#one() as HTMLSelectElement | undefined)?.options ?? [])]
      return options.find(matches)
    }
    const select = await this.usable()
    const option = await this.#until(find, `has no option ${JSON.stringify(wanted)}`)
    await this.#page.user.selectOptions(select, option)
  }

  async setInputFiles(file: UploadedFile) {
    await this.#page.upload((await this.element()) as HTMLInputElement, file)
  }

  async dispatchEvent(type: string) {
    await this.#page.dispatch(await this.element(), type)
  }
}

/** Tests hold it as Playwright's. */
const innerOf = (locator: Locator | undefined): DocumentLocator => locator as unknown as DocumentLocator

const isDisabled = (element: HTMLElement): boolean =>
  (element as HTMLButtonElement).disabled === true ||
  element.closest('fieldset:disabled, [aria-disabled=true]') !== null

const isChecked = (element: HTMLElement | undefined): boolean =>
  (element as HTMLInputElement | undefined)?.checked ?? element?.getAttribute('aria-checked') === 'true'
