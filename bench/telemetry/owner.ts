import type { ServerProcess } from '../../apps/server/src/testing/servers/server-process.ts'
import { flagCount, type Owner } from './events.ts'

/** The organization that the first start made, with the flags that are evaluated. */
export const prepareOwner = async ({ managementUrl, firstKey: key = '' }: ServerProcess): Promise<Owner> => {
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${managementUrl}${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    return (await response.json()) as { items: { id: string; orgId: string; slug: string }[] }
  }
  const [project] = (await send('GET', '/v1/projects?slug=default')).items
  const base = `/v1/projects/${project?.id}`
  const { items: environments } = await send('GET', `${base}/environments`)
  const environmentId = environments.find(({ slug }) => slug === 'development')?.id ?? ''
  for (let flag = 0; flag < flagCount; flag++) {
    const flagKey = `flag-${flag}`
    await send('POST', `${base}/flags`, { key: flagKey, name: flagKey, type: 'boolean' })
    const config = { version: 1, enabled: true, defaultValue: true, rules: [] }
    await send('PUT', `${base}/environments/${environmentId}/flags/${flagKey}`, config)
  }
  return { key, orgId: project?.orgId ?? '', projectId: project?.id ?? '', environmentId }
}
