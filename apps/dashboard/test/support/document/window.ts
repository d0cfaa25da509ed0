import { Window } from 'happy-dom'
import type { TabHistory } from './history.ts'
import { frame } from './modules.ts'
import type { Line } from './network.ts'

type Makings = {
  line: Line
  history: TabHistory
  /** What the browser keeps: by window, it would be lost when it is loaded again. */
  storage: Pick<Window, 'localStorage' | 'sessionStorage'> | undefined
  size: { width: number; height: number }
  theme: string
  hear(problem: string): void
}

/** A window with the frame of the app, and with what a document alone does not have. */
export const makeWindow = ({ line, history, storage, size, theme, hear }: Makings): Window => {
  const window = new Window({
    url: history.url,
    ...size,
    console: { ...console, error: (...said: unknown[]) => hear(said.map(String).join(' ')) } as Console,
    settings: {
      device: { prefersColorScheme: theme, prefersReducedMotion: 'reduce' },
      disableJavaScriptFileLoading: true,
      disableCSSFileLoading: true,
      handleDisabledFileLoadingAsSuccess: true,
    },
  })
  history.take(window)
  const setTimeout = window.setTimeout.bind(window)
  define(window, {
    fetch: (address: string, init?: RequestInit) => line.send(address, init),
    EventSource: eventSource(line),
    BroadcastChannel: Silence,
    IntersectionObserver: InView,
    getComputedStyle: styleOf,
    // Those without a delay run as one, and none of them can clear another.
    setTimeout: (run: () => void, delayMs = 0, ...given: unknown[]) => setTimeout(run, Math.max(delayMs, 1), ...given),
    structuredClone,
    ...(storage && { localStorage: storage.localStorage, sessionStorage: storage.sessionStorage }),
  })
  // Nobody else wants one.
  const request = async (_name: string, _options: object, hold: (lock: object) => unknown) => hold({})
  define(window.navigator, { locks: { request } })
  define(window.document, { fonts: { ready: Promise.resolve() } })
  window.document.write(frame)
  // Styles are taken for loaded: nothing here is drawn.
  new window.MutationObserver((changes) => {
    for (const link of changes.flatMap(({ addedNodes }) => [...addedNodes])) {
      if (link.nodeName === 'LINK') link.dispatchEvent(new window.Event('load'))
    }
  }).observe(window.document.head, { childList: true })
  return window
}

const define = (owner: object, values: object): void => {
  for (const [name, value] of Object.entries(values)) {
    Object.defineProperty(owner, name, { value, configurable: true, writable: true })
  }
}

/** What stands within a word. All else may be laid out beside it, which makes it a word of its own to those who hear it. */
const inline = new Set(['mark', 'b', 'bdi', 'em', 'i', 'strong'])

/** Without style sheets, a kind of element has one style; what an element says of itself comes before it. */
const styleOf = ({ tagName, style }: HTMLElement): object => {
  const display = style.display || (inline.has(tagName.toLowerCase()) ? 'inline' : 'block')
  const values: Record<string, string> = { display, visibility: style.visibility || 'visible', animationName: 'none' }
  return new Proxy(values, {
    get: (_, name) => (name === 'getPropertyValue' ? (of: string) => values[of] ?? '' : (values[String(name)] ?? '')),
  })
}

/** Nothing lies further down than anything else. */
class InView {
  readonly #tell: (entries: object[]) => void

  constructor(tell: (entries: object[]) => void) {
    this.#tell = tell
  }

  observe(target: Element): void {
    queueMicrotask(() => this.#tell([{ target, isIntersecting: true }]))
  }

  disconnect(): void {}
}

/** There is no other window to talk to. */
class Silence {
  postMessage(): void {}
  close(): void {}
}

/** The project's stream, as the browser's `EventSource` gives it to the app. */
const eventSource = (line: Line) =>
  class {
    static readonly CLOSED = 2
    readyState = 0
    onopen?: () => void
    onerror?: () => void
    readonly #listeners = new Map<string, (event: { data: string }) => void>()
    #close = (): void => undefined

    constructor(url: string) {
      // One that opens while the server stops.
      this.#follow(url).catch(() => this.close())
    }

    async #follow(url: string): Promise<void> {
      const stream = await line.openStream(url)
      if (this.readyState === 2) return stream.close()
      this.#close = stream.close
      this.readyState = 1
      this.onopen?.()
      // Closing it ends the read with an error.
      const next = () => stream.next().catch(() => undefined)
      for (let event = await next(); event; event = await next()) this.#listeners.get(event.event)?.(event)
    }

    addEventListener(name: string, listener: (event: { data: string }) => void): void {
      this.#listeners.set(name, listener)
    }

    close(): void {
      this.readyState = 2
      this.#close()
    }
  }
