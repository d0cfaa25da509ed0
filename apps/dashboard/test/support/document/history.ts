import type { Window } from 'happy-dom'

type Entry = { state: unknown; url: string }

/** The history of a tab. A window only knows its own part, and Back may lead to before it was loaded. */
export class TabHistory {
  #entries: Entry[]
  #at = 0
  #window?: Window

  constructor(url: string) {
    this.#entries = [{ state: null, url }]
  }

  get url(): string {
    return this.#entries[this.#at]?.url ?? ''
  }

  /** Adds an entry when another page is loaded. */
  visit(url: string): void {
    this.#push({ state: null, url })
  }

  #push(entry: Entry): void {
    this.#entries = [...this.#entries.slice(0, this.#at + 1), entry]
    this.#at = this.#entries.length - 1
  }

  /** Moves the window there at once, and notifies its app. */
  go(steps: number): void {
    const [to, window] = [this.#at + steps, this.#window]
    if (!window || !(to in this.#entries)) return
    this.#at = to
    const { state, url } = this.#entries[to] as Entry
    window.happyDOM.setURL(url)
    window.dispatchEvent(Object.assign(new window.PopStateEvent('popstate'), { state }))
  }

  /** Replaces the history of a window that is at the current entry. */
  take(window: Window): void {
    const resolve = (url: unknown) => (url == null ? this.url : new URL(String(url), this.url).href)
    const go = (steps: number) => void setTimeout(() => this.go(steps))
    this.#window = window
    const methods = {
      pushState: (state: unknown, _: string, url?: unknown) => {
        this.#push({ state, url: resolve(url) })
        window.happyDOM.setURL(this.url)
      },
      replaceState: (state: unknown, _: string, url?: unknown) => {
        this.#entries[this.#at] = { state, url: resolve(url) }
        window.happyDOM.setURL(this.url)
      },
      go,
      back: () => go(-1),
      forward: () => go(1),
    }
    for (const [name, value] of Object.entries(methods)) {
      Object.defineProperty(window.history, name, { value, writable: true, configurable: true })
    }
    Object.defineProperty(window.history, 'state', { get: () => this.#entries[this.#at]?.state })
    Object.defineProperty(window.history, 'length', { get: () => this.#entries.length })
  }
}
