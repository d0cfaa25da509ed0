import { OFREPProvider } from '@openfeature/ofrep-provider'
import { type Client, OpenFeature } from '@openfeature/server-sdk'
import { answerAll } from './answer.ts'

const clients = new Map<string, Client>()

const clientOf = async (key: string): Promise<Client> => {
  const known = clients.get(key)
  if (known) return known
  const headers: [string, string][] = [['Authorization', `Bearer ${key}`]]
  await OpenFeature.setProviderAndWait(key, new OFREPProvider({ baseUrl: process.env.OFREP_URL ?? '', headers }))
  const client = OpenFeature.getClient(key)
  clients.set(key, client)
  return client
}

await answerAll(async ({ key, type, flag, default: fallback, context }) => {
  const client = await clientOf(key)
  if (type === 'boolean') return client.getBooleanDetails(flag, fallback as boolean, context)
  if (type === 'string') return client.getStringDetails(flag, fallback as string, context)
  return client.getNumberDetails(flag, fallback as number, context)
})
