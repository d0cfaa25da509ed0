import { flagsOf } from '../engine/flags.ts'
import { type BenchUser, usersOf } from '../engine/users.ts'
import { postRequest } from '../load/request.ts'

export type HttpCase = 'evaluate' | 'bulk' | 'ofrep' | 'ofrepBulk'

export const httpCases: Record<HttpCase, string> = {
  evaluate: 'POST /v1/evaluate',
  bulk: 'POST /v1/evaluate/bulk, 50 flags',
  ofrep: 'POST /ofrep/v1/evaluate/flags/{key}',
  ofrepBulk: 'POST /ofrep/v1/evaluate/flags, 50 flags',
}

/** As many as are asked for in bulk: every third plain, every third with rules, every third a rollout. */
export const flags = flagsOf(50)
const keys = flags.map(({ key }) => key)
const users = usersOf(128)

type Requests = Partial<Record<HttpCase, string[]>>

const inTurn = (index: number): string => keys[index % keys.length] as string

export const buntingRequests = (key: string): Requests => {
  const headers = { authorization: `Bearer ${key}` }
  const ofrep = '/ofrep/v1/evaluate/flags'
  const contextOf = ({ userId, attributes }: BenchUser) => ({ targetingKey: userId, ...attributes })
  return {
    evaluate: users.map((context, i) => postRequest('/v1/evaluate', { flagKey: inTurn(i), context }, headers)),
    bulk: users.map((context) => postRequest('/v1/evaluate/bulk', { flags: keys, context }, headers)),
    ofrep: users.map((user, i) => postRequest(`${ofrep}/${inTurn(i)}`, { context: contextOf(user) }, headers)),
    ofrepBulk: users.map((user) => postRequest(ofrep, { context: contextOf(user) }, headers)),
  }
}

export const clientKey = 'proxy-client-key'

/** Unleash's proxy evaluates the flags that a request names, for the context in it. */
export const unleashRequests = (): Requests => {
  const headers = { authorization: clientKey }
  const contextOf = ({ userId, attributes }: BenchUser) => ({ userId, properties: attributes })
  const ask = (toggles: string[], user: BenchUser) =>
    postRequest('/proxy', { toggles, context: contextOf(user) }, headers)
  return {
    evaluate: users.map((user, i) => ask([inTurn(i)], user)),
    bulk: users.map((user) => ask(keys, user)),
  }
}
