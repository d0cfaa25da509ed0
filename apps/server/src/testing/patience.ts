import { vi } from 'vitest'
import { conditionLimitMs } from './limits.ts'

const { waitFor } = vi

// Asking as often as Vitest does is much of what waiting costs.
const interval = 100

vi.waitFor = (callback, options = {}) =>
  waitFor(callback, {
    timeout: conditionLimitMs,
    interval,
    ...(typeof options === 'number' ? { timeout: options } : options),
  })
