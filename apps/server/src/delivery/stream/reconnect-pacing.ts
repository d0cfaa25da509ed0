export type ReconnectPacing = {
  /** 0 lets the caller in; otherwise the seconds to wait before asking again. */
  ask(): number
}

/** A core can open several times as many; the rest of its time is for everything else. */
const defaultPerSecond = 1_000
/** A burst of so many seconds' worth is let in at once, as when the users of a page return. */
const burstSeconds = 0.5
const maxWaitSeconds = 60

/**
 * A token bucket that spreads those it turns away: each is told to come back once those before it are through. After an
 * instance is lost, its clients reconnect evenly, as fast as they can be accepted.
 */
export const openReconnectPacing = (
  nowMs: () => number = () => performance.now(),
  perSecond = defaultPerSecond,
): ReconnectPacing => {
  const burst = burstSeconds * perSecond
  let tokens = burst
  /** Callers told to wait whose time has not come. */
  let waiting = 0
  let atMs = nowMs()

  const advance = (): void => {
    const now = nowMs()
    const could = ((now - atMs) * perSecond) / 1_000
    atMs = now
    tokens = Math.min(burst, tokens + could)
    waiting = Math.max(0, waiting - could)
  }

  return {
    ask: () => {
      advance()
      if (tokens >= 1) {
        tokens -= 1
        return 0
      }
      waiting += 1
      return Math.min(maxWaitSeconds, 1 + Math.floor(waiting / perSecond))
    },
  }
}
