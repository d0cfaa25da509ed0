import { fail } from '@bunting/contract'
import type { EdgeKey } from '../../edge/edge.ts'
import type { StreamBounds } from '../../rules/access/connections.ts'
import { streamsRefused } from '../metrics/measure.ts'
import { openReconnectPacing } from './reconnect-pacing.ts'

/** It is not known when a stream will end, so callers are asked to come back soon. */
const retryAfterSeconds = 10

const refusals = {
  address: ['RATE_LIMITED', 'This address has as many streams open as one may have. Close one, or ask again later.'],
  key: ['RATE_LIMITED', 'This key has as many streams open as a client key may have. Ask again later.'],
  total: ['SERVICE_UNAVAILABLE', 'This instance has as many streams open as it can keep. Ask again later.'],
  rate: ['SERVICE_UNAVAILABLE', 'Too many streams are being opened at once. Ask again when Retry-After says.'],
} as const

export type StreamQuota = {
  /** Counts a stream, or throws if there are too many. Returns a function to call when it is over. */
  take(caller: EdgeKey, network: string, headers: string[]): () => void
}

/**
 * Bounds the number of streams. Client keys are public, so each key and each address has a bound of its own and cannot use
 * up the total. Server keys only count towards the total.
 */
export const openStreamQuota = ({ total, perKey, perAddress }: StreamBounds): StreamQuota => {
  const ofAddress = new Map<string, number>()
  const ofKey = new Map<string, number>()
  let all = 0

  // Client and server keys are paced apart: client keys are public, and must not keep servers out with endless streams.
  const pacing = { client: openReconnectPacing(), server: openReconnectPacing() }

  const refuse = (bound: keyof typeof refusals, headers: string[], afterSeconds = retryAfterSeconds): never => {
    const [code, message] = refusals[bound]
    streamsRefused.inc({ bound })
    headers.push('Retry-After', String(afterSeconds))
    return fail(code, message)
  }

  return {
    take: (caller, network, headers) => {
      const isClient = caller.type === 'client'
      if (isClient && (ofAddress.get(network) ?? 0) >= perAddress) refuse('address', headers)
      if (isClient && (ofKey.get(caller.id) ?? 0) >= perKey) refuse('key', headers)
      if (all >= total) refuse('total', headers)
      const waitSeconds = pacing[caller.type].ask()
      if (waitSeconds > 0) refuse('rate', headers, waitSeconds)
      const count = (by: 1 | -1): void => {
        all += by
        if (!isClient) return
        add(ofAddress, network, by)
        add(ofKey, caller.id, by)
      }
      count(1)
      return () => count(-1)
    },
  }
}

const add = (counts: Map<string, number>, name: string, by: number): void => {
  const count = (counts.get(name) ?? 0) + by
  if (count === 0) counts.delete(name)
  else counts.set(name, count)
}
