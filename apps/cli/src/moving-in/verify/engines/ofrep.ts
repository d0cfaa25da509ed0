import { unreachable, wrongUse } from '../../../core/failure.ts'
import type { Choices } from '../../converted.ts'
import { type Engine, nested, theirAttributes } from '../engine.ts'

const timeoutMs = 30_000

type Asked = {
  address: string
  /** The token, sent in both forms of the protocol: as a bearer token, and as an API key in its own header. */
  token: string | undefined
  choices: Choices
  /** The source's keys, by Bunting's, if they differ. */
  theirs: ReadonlyMap<string, string>
}

/** Asks any service that supports OpenFeature's remote evaluation protocol. */
export const openOfrep = ({ address, token, choices, theirs }: Asked): Engine => ({
  ask: async (flagKey, probe) => {
    const key = theirs.get(flagKey) ?? flagKey
    const { userId } = probe
    const targetingKey = userId === undefined ? {} : { targetingKey: userId }
    const context = { ...nested(theirAttributes(probe, choices)), ...targetingKey }
    const url = `${address.replace(/\/+$/, '')}/ofrep/v1/evaluate/flags/${encodeURIComponent(key)}`
    const response = await post(url, JSON.stringify({ context }), token)
    const body = (await response.json().catch(() => undefined)) as { value?: unknown; errorCode?: unknown } | undefined
    if (response.status === 401 || response.status === 403) {
      return wrongUse(`${new URL(url).origin} answers ${response.status}.`, 'OFREP_TOKEN=…')
    }
    if (body === undefined || (!response.ok && body.errorCode === undefined)) {
      return unreachable(`${new URL(url).origin} answered ${response.status}, and not as OFREP says.`)
    }
    return !response.ok || body.value === undefined || body.value === null ? undefined : { value: body.value }
  },
})

const post = async (url: string, body: string, token: string | undefined): Promise<Response> => {
  const keys: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}`, 'x-api-key': token }
  try {
    const headers = { 'content-type': 'application/json', ...keys }
    return await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
  } catch (error) {
    const cause = (error as { cause?: { code?: string } }).cause?.code ?? (error as Error).message
    return unreachable(`${new URL(url).origin} cannot be reached: ${cause}.`)
  }
}
