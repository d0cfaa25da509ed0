import type { Rule } from '@bunting/engine'

type Answer = { id: string; items: { id: string; orgId: string; slug: string }[] }

export type Send = (method: string, path: string, body?: object) => Promise<Answer>

/** Where the flag is that changes, and whose key asks for it. */
export type Place = {
  key: string
  orgId: string
  project: { id: string; path: string }
  environment: { id: string; path: string }
  flag: { id: string; key: string; path: string }
}

export const sender =
  (managementUrl: string, key: string): Send =>
  async (method, path, body) => {
    const response = await fetch(`${managementUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = (await response.json()) as Answer
    // A 207 is fine: it is asked for until it is there.
    if (response.status >= 300) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }

/** A flag in the organization that the first start made. */
export const makePlace = async (send: Send, key: string): Promise<Place> => {
  const [found] = (await send('GET', '/v1/projects?slug=default')).items
  const project = { id: found?.id ?? '', path: `/v1/projects/${found?.id}` }
  const { items: environments } = await send('GET', `${project.path}/environments`)
  const id = environments.find(({ slug }) => slug === 'development')?.id ?? ''
  const environment = { id, path: `${project.path}/environments/${id}` }
  const flagKey = 'changing'
  const made = await send('POST', `${project.path}/flags`, { key: flagKey, name: flagKey, type: 'boolean' })
  const path = `${environment.path}/flags/${flagKey}`
  await send('PUT', path, configAt(1, []))
  return { key, orgId: found?.orgId ?? '', project, environment, flag: { id: made.id, key: flagKey, path } }
}

/** On by default at even versions: so it is seen which of two is evaluated. */
export const configAt = (version: number, rules: readonly Rule[]) => ({
  version,
  enabled: true,
  defaultValue: version % 2 === 0,
  rules,
})
