import { unreachable } from '../../../core/failure.ts'
import type { Choices } from '../../converted.ts'
import { type Engine, nested, theirAttributes } from '../engine.ts'

const timeoutMs = 30_000

/** Any service that speaks OpenFeature's remote evaluation protocol. Our keys are asked: `theirs` says what they were. */
export const openOfrep = (address: string, choices: Choices, theirs: ReadonlyMap<string, string>): Engine => ({
  ask: async (flagKey, probe) => {
    const key = theirs.get(flagKey) ?? flagKey
    const { userId } = probe
    const targetingKey = userId === undefined ? {} : { targetingKey: userId }
    const context = { ...nested(theirAttributes(probe, choices)), ...targetingKey }
    const url = `${address.replace(/\/+$/, '')}/ofrep/v1/evaluate/flags/${encodeURIComponent(key)}`
    const response = await post(url, JSON.stringify({ context }))
    const body = (await response.json().catch(() => undefined)) as { value?: unknown; errorCode?: unknown } | undefined
    if (body === undefined || (!response.ok && body.errorCode === undefined)) {
      return unreachable(`${address} answered ${response.status}, and not as OFREP says.`)
    }
    return !response.ok || body.value === undefined || body.value === null ? undefined : { value: body.value }
  },
})

const post = async (url: string, body: string): Promise<Response> => {
  try {
    const headers = { 'content-type': 'application/json' }
    return await fetch(url, { method: 'POST', headers, body, signal: AbortSignal.timeout(timeoutMs) })
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message
    return unreachable(`${new URL(url).origin} cannot be reached: ${cause}.`)
  }
}
