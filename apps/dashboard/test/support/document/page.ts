import { type UserEvent, userEvent } from '@testing-library/user-event'
import type { Window } from 'happy-dom'
import type { Page } from 'playwright-core'
import { watchRequests } from '../quiet.ts'
import { putToRest } from '../rest.ts'
import type { Look } from '../windows.ts'
import type { UploadedFile } from './elements.ts'
import { readText } from './find.ts'
import { TabHistory } from './history.ts'
import { keyboardOf } from './keyboard.ts'
import { DocumentLocator } from './locator.ts'
import { runApp } from './modules.ts'
import { type Answered, type Line, matchesUrl, type Network, type Pattern } from './network.ts'
import { until } from './until.ts'
import { makeWindow } from './window.ts'

const usualLook: Required<Look> = { width: 1280, height: 800, theme: 'light' }

/** The built dashboard in a document without a browser, with the methods of Playwright's `Page`. */
export class DocumentPage {
  readonly #whole: DocumentLocator
  readonly #network: Network
  #problems: string[] = []
  readonly #history: TabHistory
  readonly #scripts: (() => void)[] = []
  #look: Required<Look>
  #window!: Window
  #line: Line | undefined
  #isOpen = true
  /** True if a test changed what the app runs on. */
  #isChanged = false
  user!: UserEvent
  keyboard!: ReturnType<typeof keyboardOf>

  constructor(network: Network, address: string, look?: Look) {
    const root = () => [this.#window.document.documentElement as unknown as Element]
    this.#whole = new DocumentLocator(this, root, 'page')
    this.#network = network
    this.#history = new TabHistory(address)
    this.#look = look ? { ...usualLook, ...look } : usualLook
  }

  // Its person.

  /** Gives the page to a person; later problems are added to `problems`. */
  take(cookie: string, problems: string[]): void {
    this.#network.cookie = cookie
    this.#problems = problems
    watchRequests(this as unknown as Page)
  }

  /**
   * Forgets what a test did but keeps the app, which is several times as fast as a new one since it has run before.
   * False if that is not possible.
   */
  async rest(): Promise<boolean> {
    if (this.#isChanged || this.#look !== usualLook) return false
    const rests = await putToRest(this as unknown as Page)
    this.#network.clear()
    return rests
  }

  // Its elements.

  getByRole(...of: Parameters<DocumentLocator['getByRole']>) {
    return this.#whole.getByRole(...of)
  }

  getByText(...of: Parameters<DocumentLocator['getByText']>) {
    return this.#whole.getByText(...of)
  }

  getByLabel(...of: Parameters<DocumentLocator['getByLabel']>) {
    return this.#whole.getByLabel(...of)
  }

  getByPlaceholder(...of: Parameters<DocumentLocator['getByPlaceholder']>) {
    return this.#whole.getByPlaceholder(...of)
  }

  locator(selector: string) {
    return this.#whole.locator(selector)
  }

  // Loading.

  async reload(): Promise<void> {
    const before = this.#window
    const { width, height, theme } = this.#look
    this.#line?.end()
    this.#line = this.#network.openLine()
    this.#window = makeWindow({
      line: this.#line,
      history: this.#history,
      storage: before,
      size: { width, height },
      theme,
      // An app whose window is gone may report anything.
      hear: (problem) => this.#isOpen && this.#problems.push(problem),
    })
    // Not awaited: it would wait for everything that the app begins meanwhile, such as a timer of minutes.
    void before?.happyDOM.abort()
    const document = this.#window.document as unknown as Document
    this.user = userEvent.setup({ document, delay: null, pointerEventsCheck: 0 })
    this.keyboard = keyboardOf(this.user)
    for (const script of this.#scripts) script()
    await runApp(this.#window, this.#network.url)
  }

  async goto(address: string): Promise<void> {
    this.#history.visit(address)
    await this.reload()
  }

  async close(): Promise<void> {
    this.#isOpen = false
    this.#line?.end()
    await this.#window.happyDOM.close()
  }

  // Its address.

  url(): string {
    return this.#history.url
  }

  async title(): Promise<string> {
    return this.#window.document.title
  }

  async goBack(): Promise<void> {
    this.#history.go(-1)
  }

  async goForward(): Promise<void> {
    this.#history.go(1)
  }

  async waitForURL(wanted: Pattern): Promise<void> {
    await until(
      () => matchesUrl(wanted, new URL(this.url())) || undefined,
      () => `It is at ${this.url()}, not at ${wanted}.`,
    )
  }

  // Its surroundings.

  on(...of: Parameters<Network['events']['on']>): void {
    this.#network.events.on(...of)
  }

  waitForResponse(wanted: string | RegExp | ((response: Answered) => boolean)): Promise<Answered> {
    const isWanted = (response: Answered): boolean =>
      typeof wanted === 'function' ? wanted(response) : matchesUrl(wanted, new URL(response.url()))
    return new Promise((resolve) => this.on('response', (response) => isWanted(response) && resolve(response)))
  }

  /** Runs a script before the app, from the next load on. */
  addInitScript(script: (arg: never) => void, arg?: unknown): void {
    this.#isChanged = true
    this.#scripts.push(() => this.inWindow(script)(arg))
  }

  context() {
    return {
      // All permissions that a browser would ask for are granted.
      grantPermissions: async () => undefined,
      cookies: async () => [this.#network.cookie],
      addCookies: async ([cookie = '']: string[]) => {
        this.#network.cookie = cookie
      },
    }
  }

  route(...route: Parameters<Network['route']>): void {
    this.#network.route(...route)
  }

  unroute(pattern: Parameters<Network['unroute']>[0]): void {
    this.#network.unroute(pattern)
  }

  async setViewportSize(size: { width: number; height: number }): Promise<void> {
    this.#look = { ...this.#look, ...size }
    this.#window.happyDOM.setViewport(size)
  }

  inWindow(act: (...args: never[]) => unknown): (...args: unknown[]) => unknown {
    return this.#window.eval(`(${act})`)
  }

  async evaluate(act: ((arg: never) => unknown) | string, arg?: unknown): Promise<unknown> {
    return typeof act === 'string' ? this.#window.eval(act) : this.inWindow(act)(arg)
  }

  async evaluateHandle(act: () => unknown) {
    this.#isChanged = true
    const held = await this.evaluate(act)
    return { evaluate: async (read: (held: never) => unknown) => this.inWindow(read)(held) }
  }

  async content(): Promise<string> {
    return this.#window.document.documentElement.outerHTML
  }

  text(): string {
    return readText(this.#window.document.body as unknown as Element)
  }

  // Its input devices.

  /** Only one position is on no element: the body. */
  readonly mouse = { move: () => this.user.pointer({ target: this.#window.document.body as unknown as Element }) }

  write(field: HTMLInputElement, text: string): void {
    const { HTMLTextAreaElement, HTMLInputElement, InputEvent, Event } = this.#window
    const kind = field instanceof (HTMLTextAreaElement as never) ? HTMLTextAreaElement : HTMLInputElement
    // React defines its own property on the field, which would hide the change.
    Object.getOwnPropertyDescriptor(kind.prototype, 'value')?.set?.call(field, text)
    field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertText', data: text }) as never)
    if (/date|time/.test(field.type)) field.dispatchEvent(new Event('change', { bubbles: true }) as never)
  }

  async upload(field: HTMLInputElement, file: UploadedFile): Promise<void> {
    const made = new this.#window.File([file.buffer], file.name, { type: file.mimeType })
    await this.user.upload(field, made as unknown as File)
  }

  dispatch(element: Element, type: string): void {
    element.dispatchEvent(new this.#window.Event(type, { bubbles: true }) as never)
  }
}
