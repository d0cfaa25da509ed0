import type { Locator } from 'playwright-core'
import { DocumentElements, isChecked, type UploadedFile } from './elements.ts'
import { byLabel, byRole, byText, readText, type Text, textMatcher } from './find.ts'

type Exact = { exact?: boolean }
type RoleOptions = Parameters<typeof byRole>[2]
type Filter = { has?: Locator; hasNot?: Locator; hasText?: Text; hasNotText?: Text }
type ClickOptions = { modifiers?: string[]; button?: 'left' | 'right'; force?: boolean }

/**
 * Elements of a document with the methods of Playwright's `Locator`: actions wait for their element. Methods that need a
 * layout are missing, so tests that need one have to run in a browser.
 */
export class DocumentLocator extends DocumentElements {
  // Finding inner elements.

  #inside(name: string, find: (root: Element) => Element[]): DocumentLocator {
    const inAll = () => [...new Set(this.find().flatMap(find))]
    return new DocumentLocator(this.surroundings, inAll, `${this.name} > ${name}`)
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

  // Narrowing down or combining elements.

  #those(name: string, choose: (found: Element[]) => Element[]): DocumentLocator {
    return new DocumentLocator(this.surroundings, () => choose(this.find()), `${this.name} ${name}`)
  }

  filter({ has, hasNot, hasText, hasNotText }: Filter) {
    const holds = (inner: Locator | undefined, element: Element): boolean =>
      innerOf(inner)
        .find()
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
    return this.#those('and', (found) => found.filter((one) => innerOf(other).find().includes(one)))
  }

  or(other: Locator) {
    return this.#those('or', (found) => [...new Set([...found, ...innerOf(other).find()])])
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
    return this.find().map((_, index) => this.nth(index))
  }

  // The actions of a person.

  async click({ modifiers = [], button = 'left', force = false }: ClickOptions = {}) {
    const one = await (force ? this.element() : this.usable())
    const { user } = this.surroundings
    for (const key of modifiers) await user.keyboard(`{${key}>}`)
    await user.pointer({ target: one, keys: button === 'left' ? '[MouseLeft]' : '[MouseRight]' })
    for (const key of modifiers) await user.keyboard(`{/${key}}`)
  }

  async dblclick() {
    await this.surroundings.user.dblClick(await this.usable())
  }

  async hover() {
    await this.surroundings.user.hover(await this.element())
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
    this.surroundings.write(field, text)
  }

  async clear() {
    await this.fill('')
  }

  async press(keys: string) {
    await this.focus()
    await this.surroundings.keyboard.press(keys)
  }

  async pressSequentially(text: string) {
    await this.focus()
    await this.surroundings.keyboard.type(text)
  }

  async check() {
    if (!isChecked(await this.usable())) await this.click()
    await this.until(() => (isChecked(this.one()) ? true : undefined), 'is not checked')
  }

  async uncheck() {
    if (isChecked(await this.usable())) await this.click()
    await this.until(() => (this.find().some(isChecked) ? undefined : true), 'is still checked')
  }

  async selectOption(wanted: string | { label?: string; value?: string }) {
    const matches = (option: HTMLOptionElement): boolean =>
      typeof wanted === 'string'
        ? option.value === wanted || readText(option) === wanted
        : option.value === wanted.value || readText(option) === wanted.label
    const find = () => {
      const options = [...((this.one() as HTMLSelectElement | undefined)?.options ?? [])]
      return options.find(matches)
    }
    const select = await this.usable()
    const option = await this.until(find, `has no option ${JSON.stringify(wanted)}`)
    await this.surroundings.user.selectOptions(select, option)
  }

  async setInputFiles(file: UploadedFile) {
    await this.surroundings.upload((await this.element()) as HTMLInputElement, file)
  }

  async dispatchEvent(type: string) {
    await this.surroundings.dispatch(await this.element(), type)
  }
}

/** Tests have it with the type of Playwright's `Locator`. */
const innerOf = (locator: Locator | undefined): DocumentLocator => locator as unknown as DocumentLocator
