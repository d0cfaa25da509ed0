/** How often to ask where there is no stream to be had. */
const pollMs = 10_000
/** A key that is refused is asked with half as often each time, and this often in the end. */
const maxPollMs = 300_000

type Live = {
  url: string
  key: string
  isKeyRefused: () => boolean
  /** Something may have changed; the revision that is current now, where it is told. */
  onNews: (revision?: string) => void
  /** The page is left, perhaps for good. */
  onHidden: () => void
}

/**
 * Listens for news while the page is seen. A stream begins by telling the current revision, so that opening one when the
 * page is seen again brings what was missed. Browsers allow few streams at a time: a page that nobody sees has none.
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
    // It comes back by itself, except after an answer that is no stream.
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
