import { readdir } from 'node:fs/promises'
import { idPrefixes } from '@bunting/contract'
import { withTimeout } from '../../base/with-timeout.ts'
import type { DeliveryDeps } from '../deps.ts'
import type { Answer } from '../response/answer.ts'

/** The timeout if there is something to serve: probes usually wait for a second at most. */
const servingTimeoutMs = 500
const timeoutMs = 2_000

/**
 * Ready as long as there is something to serve, from memory or from the copy on disk: a load balancer must not empty a
 * fleet that still answers. If there is nothing to serve, it waits longer for the edge's answer.
 */
export const readiness = async (
  { edge, settings }: Pick<DeliveryDeps, 'edge' | 'settings'>,
  environmentsInMemory: number,
): Promise<Answer> => {
  const canServe = environmentsInMemory > 0 || (await hasCopies(settings.copyDir))
  try {
    await withTimeout(canServe ? servingTimeoutMs : timeoutMs, edge.ping())
    return { status: 200, body: '{"status":"ready"}' }
  } catch {
    if (canServe) return { status: 200, body: '{"status":"ready","degraded":["edge"]}' }
    return { status: 503, body: '{"status":"unavailable","failing":["edge"]}' }
  }
}

const hasCopies = async (dir: string | undefined): Promise<boolean> => {
  if (dir === undefined) return false
  const files = await readdir(dir).catch(() => [])
  return files.some((name) => name.startsWith(`${idPrefixes.environment}_`) && name.endsWith('.json'))
}
