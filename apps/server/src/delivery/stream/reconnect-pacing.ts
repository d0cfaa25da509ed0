export type ReconnectPacing = {
  /** 0 lets the caller in; otherwise the seconds to wait before asking again. */
  ask(): number
}

/** The streams let in per second. A core can open several times as many; the rest of its time is for everything else. */
const defaultPerSecond = 1_000
/** The burst that is let in at once, in seconds' worth of streams: as when the users of a page return. */
const burstSeconds = 0.5
const maxWaitSeconds = 60

/**
 * A token bucket that spreads the callers it refuses: each is told to come back once those before it have connected.
 * After an instance is lost, its clients reconnect evenly, as fast as they can be accepted.
 */
export const openReconnectPacing = (
  nowMs: () => number = () => performance.now(),
  perSecond = defaultPerSecond,
): ReconnectPacing => {
  const burst = burstSeconds * perSecond
  let tokens = burst
  /** The number of callers that were told to wait and whose time has not come yet. */
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
