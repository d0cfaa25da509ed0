import { vi } from 'vitest'

// A second, Vitest's own limit, is what a busy machine may need for anything: a limit ends what hangs, it decides nothing.
const { waitFor } = vi

vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: 30_000, ...options })
