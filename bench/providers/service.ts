import { mkdir } from 'node:fs/promises'
import { startServer } from '../../apps/server/src/testing/servers/server-process.ts'
import { type KeyName, type TypeValues, types, type ValueType } from './cases.ts'

export type Service = { deliveryUrl: string; keys: Record<KeyName, string>; stop(): Promise<unknown> }

/** Bunting with the flags of the cases. */
export const startService = async (dataDir: string): Promise<Service> => {
  await mkdir(dataDir)
  const server = await startServer({ BUNTING_DATA_DIR: dataDir, BUNTING_RATE_LIMIT_FAILED: 'off' })
  const key = server.firstKey ?? ''
  const send = async <Sent>(method: string, path: string, body?: object): Promise<Sent> => {
    const response = await fetch(`${server.managementUrl}/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    })
    if (response.status > 201) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as Sent
  }
  type Named = { items: { id: string; slug: string }[] }
  const { items: projects } = await send<Named>('GET', '/projects?slug=default')
  const project = `/projects/${projects[0]?.id}`
  const { items: environments } = await send<Named>('GET', `${project}/environments`)
  const environment = `${project}/environments/${environments.find(({ slug }) => slug === 'development')?.id}`

  for (const type of Object.keys(types) as ValueType[]) {
    for (const [name, config] of Object.entries(configsOf(types[type]))) {
      const flag = { key: `${type}-${name}`, type: type === 'integer' || type === 'float' ? 'number' : type }
      await send('POST', `${project}/flags`, { ...flag, name: flag.key, clientSafe: name !== 'hidden' })
      await send('PUT', `${environment}/flags/${flag.key}`, { version: 1, enabled: true, ...config })
    }
  }
  const client = await send<{ key: string }>('POST', `${environment}/api-keys`, {
    type: 'client',
    description: 'bench',
  })
  return {
    deliveryUrl: server.deliveryUrl,
    keys: { server: key, client: client.key, wrong: `sk_${'0'.repeat(43)}` },
    stop: () => server.stop(),
  }
}

const configsOf = ({ off, on, variants: names }: TypeValues) => {
  // A value's own text is what it is called without a variant.
  const named = (['off', 'on'] as const).map((which) => ({ key: names[which], value: { off, on }[which] }))
  const variants = named.filter(({ key, value }) => key !== String(value))
  const config = { defaultValue: off, rules: [], ...(variants.length === 0 ? {} : { variants }) }
  const when = (attribute: string, value: string) => ({
    conditions: [{ attribute, operator: 'equals', value }],
    value: on,
  })
  return {
    static: config,
    targeted: { ...config, rules: [when('userId', 'ann'), when('plan', 'pro')] },
    split: { ...config, rules: [{ conditions: [], value: on, rolloutPercentage: 100 }] },
    off: { ...config, enabled: false, rules: [{ conditions: [], value: on }] },
    hidden: config,
  }
}
