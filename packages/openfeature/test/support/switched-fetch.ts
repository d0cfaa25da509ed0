/** The real `fetch`, with a switch: off, what is under way breaks and nothing new gets through. */
export const switchedFetch = () => {
  let cut = new AbortController()
  const fetch: typeof globalThis.fetch = (input, init = {}) => {
    const signals = [cut.signal, ...(init.signal ? [init.signal] : [])]
    return globalThis.fetch(input, { ...init, signal: AbortSignal.any(signals) })
  }
  return {
    fetch,
    turnOff: () => cut.abort(new TypeError('the network is gone')),
    turnOn: () => {
      cut = new AbortController()
    },
  }
}
