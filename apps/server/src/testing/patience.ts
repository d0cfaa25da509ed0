import { vi } from 'vitest'
import { conditionLimitMs } from './limits.ts'

const { waitFor, waitUntil } = vi

// Asking as often as Vitest does is much of what waiting costs.
const interval = 100

const patient = (options: { interval?: number } | number = {}) => ({
  timeout: conditionLimitMs,
  interval,
  ...(typeof options === 'number' ? { timeout: options } : options),
})

vi.waitFor = (callback, options) => waitFor(callback, patient(options))
vi.waitUntil = (callback, options) => waitUntil(callback, patient(options))
