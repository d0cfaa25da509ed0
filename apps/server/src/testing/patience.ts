import { vi } from 'vitest'

// A second, Vitest's own limit, is what a busy machine may need for anything: a limit ends what hangs, it decides nothing.
const { waitFor } = vi

// Asking as often as Vitest does is much of what waiting costs.
const interval = 100

vi.waitFor = (callback, options = {}) =>
  waitFor(callback, {
    timeout: 30_000,
    interval,
    ...(typeof options === 'number' ? { timeout: options } : options),
  })
