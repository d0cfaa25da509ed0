import { fail } from '@bunting/contract'
import type { EdgeKey } from '../../edge/edge.ts'
import type { StreamBounds } from '../../rules/access/connections.ts'
import { streamsRefused } from '../metrics/measure.ts'
import { openAdmission } from './reconnect-pacing.ts'

/** Streams end when their readers do: there is no telling, so they are asked to come back soon. */
const retryAfterSeconds = 10

const refusals = {
  address: ['RATE_LIMITED', 'This address has as many streams open as one may have. Close one, or ask again later.'],
  key: ['RATE_LIMITED', 'This key has as many streams open as a client key may have. Ask again later.'],
  total: ['SERVICE_UNAVAILABLE', 'This instance has as many streams open as it can keep. Ask again later.'],
  rate: ['SERVICE_UNAVAILABLE', 'Too many streams are being opened at once. Ask again when Retry-After says.'],
} as const

export type Places = {
  /** Takes a place for a stream, or fails where there is none. Returns what gives it back. */
  take(caller: EdgeKey, network: string, headers: string[]): () => void
}

/**
 * How many streams there may be. A client key is in every browser: whoever holds all that one address or one such key may
 * have takes nothing from others. A server key shares nothing but the whole.
 */
export const openPlaces = ({ total, perKey, perAddress }: StreamBounds): Places => {
  const ofAddress = new Map<string, number>()
  const ofKey = new Map<string, number>()
  let all = 0

  // Client keys are in everybody's hands: whoever opens streams by them without end keeps out no server.
  const admission = { client: openAdmission(), server: openAdmission() }

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
      const waitSeconds = admission[caller.type].ask()
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
