import { OFREPWebProvider } from '@openfeature/ofrep-web-provider'
import { type Client, OpenFeature } from '@openfeature/web-sdk'
import { EventSource } from 'eventsource'
import type { Question } from '../cases.ts'
import { answerAll } from './answer.ts'

// As in a browser, which Node is not.
Object.assign(globalThis, { EventSource })
OpenFeature.setLogger({ error: () => {}, warn: () => {}, info: () => {}, debug: () => {} })
const clients = new Map<string, Client>()

/** It asks for everything when its context is set, and again whenever that is. */
const clientOf = async ({ key, context }: Question): Promise<Client> => {
  const known = clients.get(key)
  if (known) {
    // Set again, the context of one whose key was refused makes it say FLAG_NOT_FOUND.
    if (known.providerStatus !== 'FATAL') await OpenFeature.setContext(key, context)
    return known
  }
  await OpenFeature.setContext(key, context)
  const headers: [string, string][] = [['Authorization', `Bearer ${key}`]]
  const provider = new OFREPWebProvider({ baseUrl: process.env.OFREP_URL ?? '', headers, cacheMode: 'disabled' })
  // A key that is refused is in what it answers.
  await OpenFeature.setProviderAndWait(key, provider).catch(() => undefined)
  const client = OpenFeature.getClient(key)
  clients.set(key, client)
  return client
}

await answerAll(async (question) => {
  const client = await clientOf(question)
  const { type, flag, default: fallback } = question
  if (type === 'boolean') return client.getBooleanDetails(flag, fallback as boolean)
  if (type === 'string') return client.getStringDetails(flag, fallback as string)
  return client.getNumberDetails(flag, fallback as number)
})
