/** The real `fetch` with a switch: when it is off, open requests break and new ones fail. */
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
