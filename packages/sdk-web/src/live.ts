/** The polling interval if no stream can be opened. */
const pollMs = 10_000
/** The interval for a refused key doubles each time, up to this. */
const maxPollMs = 300_000

type Live = {
  url: string
  key: string
  isKeyRefused: () => boolean
  /** Called when something may have changed; with the current revision, if that is known. */
  onNews: (revision?: string) => void
  /** Called when the page is hidden, perhaps for good. */
  onHidden: () => void
}

/**
 * Listens for changes while the page is visible. A stream begins with the current revision, so opening one when the
 * page becomes visible again catches up. Browsers allow few streams at a time, so a hidden page has none.
 */
export const openLive = ({ url, key, isKeyRefused, onNews, onHidden }: Live): (() => void) => {
  const { document, EventSource } = globalThis
  let source: EventSource | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let refusals = 0

  const close = (): void => {
    source?.close()
    clearTimeout(timer)
  }

  const later = (): void => {
    refusals = isKeyRefused() ? refusals + 1 : 0
    const delayMs = Math.min(pollMs * 2 ** refusals, maxPollMs)
    timer = setTimeout(
      () => {
        onNews()
        open()
      },
      delayMs * (0.5 + Math.random()),
    )
  }

  const open = (): void => {
    close()
    source = EventSource && new EventSource(`${url}/v1/stream?key=${encodeURIComponent(key)}`)
    source?.addEventListener('changed', ({ lastEventId }) => onNews(lastEventId))
    // EventSource reconnects by itself, except after an answer that is not a stream.
    source?.addEventListener('error', () => source?.readyState === EventSource.CLOSED && later())
    if (!source) later()
  }

  const ask = (): void => onNews()

  const look = (): void => {
    if (document.visibilityState === 'visible') open()
    else {
      close()
      onHidden()
    }
  }

  if (document?.visibilityState !== 'hidden') open()
  document?.addEventListener('visibilitychange', look)
  globalThis.addEventListener?.('online', ask)
  return () => {
    close()
    document?.removeEventListener('visibilitychange', look)
    globalThis.removeEventListener?.('online', ask)
  }
}
