import { Window } from 'happy-dom'
import type { TabHistory } from './history.ts'
import { frame } from './modules.ts'
import type { Line } from './network.ts'

type Makings = {
  line: Line
  history: TabHistory
  /** The storage of the browser, kept outside of the window, since it would be lost on a reload. */
  storage: Pick<Window, 'localStorage' | 'sessionStorage'> | undefined
  size: { width: number; height: number }
  theme: string
  hear(problem: string): void
}

/** A window with the frame of the app, and with the browser features that a document alone lacks. */
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
    // All get a delay of at least 1: those without a delay would run as one, and could not be cleared separately.
    setTimeout: (run: () => void, delayMs = 0, ...given: unknown[]) => setTimeout(run, Math.max(delayMs, 1), ...given),
    structuredClone,
    ...(storage && { localStorage: storage.localStorage, sessionStorage: storage.sessionStorage }),
  })
  // Locks are always granted, since there is no other window.
  const request = async (_name: string, _options: object, hold: (lock: object) => unknown) => hold({})
  define(window.navigator, { locks: { request } })
  define(window.document, { fonts: { ready: Promise.resolve() } })
  window.document.write(frame)
  // Stylesheets count as loaded at once, since nothing here is drawn.
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

/**
 * Elements that can be inside a word. Others may be laid out beside it, which makes them words of their own when read
 * out.
 */
const inline = new Set(['mark', 'b', 'bdi', 'em', 'i', 'strong'])

/** Without stylesheets, each kind of element has one style; an element's own style takes precedence. */
const styleOf = ({ tagName, style }: HTMLElement): object => {
  const display = style.display || (inline.has(tagName.toLowerCase()) ? 'inline' : 'block')
  const values: Record<string, string> = { display, visibility: style.visibility || 'visible', animationName: 'none' }
  return new Proxy(values, {
    get: (_, name) => (name === 'getPropertyValue' ? (of: string) => values[of] ?? '' : (values[String(name)] ?? '')),
  })
}

/** Reports every element as in view, since nothing is laid out. */
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

/** Sends nothing, since there is no other window. */
class Silence {
  postMessage(): void {}
  close(): void {}
}

/** The project's stream with the interface of the browser's `EventSource`. */
const eventSource = (line: Line) =>
  class {
    static readonly CLOSED = 2
    readyState = 0
    onopen?: () => void
    onerror?: () => void
    readonly #listeners = new Map<string, (event: { data: string }) => void>()
    #close = (): void => undefined

    constructor(url: string) {
      // It fails if it is opened while the server stops.
      this.#follow(url).catch(() => this.close())
    }

    async #follow(url: string): Promise<void> {
      const stream = await line.openStream(url)
      if (this.readyState === 2) return stream.close()
      this.#close = stream.close
      this.readyState = 1
      this.onopen?.()
      // Closing the stream makes the read fail.
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
