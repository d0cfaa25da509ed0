import type { ServerProcess } from '../../apps/server/src/testing/servers/server-process.ts'

export type Project = {
  /** Of its stream. */
  url: string
  /** Server keys of its first environment. */
  keys: string[]
  /** Comes back when a new config is saved. */
  change(): Promise<void>
}

/** The project that a first start makes, with a flag and some keys. */
export const openProject = async ({ managementUrl, firstKey }: ServerProcess, keyCount: number): Promise<Project> => {
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${managementUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${firstKey}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    const answer = (await response.json()) as { key: string; items: { id: string }[] }
    if (response.status > 201) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer
  }
  const { items: projects } = await send('GET', '/v1/projects?slug=default')
  const project = `/v1/projects/${projects[0]?.id}`
  const { items: environments } = await send('GET', `${project}/environments`)
  const environment = `${project}/environments/${environments[0]?.id}`
  await send('POST', `${project}/flags`, { key: 'live', name: 'Live', type: 'boolean' })
  const keys: string[] = []
  while (keys.length < keyCount) {
    const { key } = await send('POST', `${environment}/api-keys`, { type: 'server', description: 'A page' })
    keys.push(key)
  }
  let version = 0
  return {
    url: `${managementUrl}${project}/stream`,
    keys,
    change: async () => {
      version += 1
      await send('PUT', `${environment}/flags/live`, { version, enabled: true, defaultValue: false, rules: [] })
    },
  }
}
