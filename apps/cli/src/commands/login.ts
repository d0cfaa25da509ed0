import { type Client, createClient } from '@bunting/contract'
import { command } from '../core/command.ts'
import type { BaseContext } from '../core/context.ts'
import { wrongUse } from '../core/failure.ts'
import { switched, text } from '../core/parameters.ts'
import { dim, green, rich, yellow } from '../output/rich.ts'
import { checkProfileName, defaultProfile } from '../profiles/profile-name.ts'
import type { Profile } from '../profiles/profiles.ts'
import { checkUrl } from '../server/check-url.ts'
import { environmentOfKey } from '../server/delivery.ts'
import { listEnvironments } from '../server/find-environment.ts'
import { defaultUrls } from '../server/local-urls.ts'
import { send } from '../server/send.ts'

export const login = command({
  name: 'login',
  summary: 'Remember a server and a key as a profile',
  description:
    'It asks for what the options do not say, tries both addresses, and keeps the profile where only you can read it.',
  target: 'nothing',
  options: {
    url: text('url', `the Management API (default: ${defaultUrls.management})`),
    deliveryUrl: text('url', 'the Delivery API (default: the same host, one port further)'),
    keyStdin: switched('read the key from standard input'),
    profile: text('name', `what to call it (default: ${defaultProfile})`, { complete: 'profile' }),
  },
  examples: [
    'login',
    'login --profile work --url https://flags.example.com --delivery-url https://edge.example.com --key-stdin < key',
  ],
  run: async (context, { url, deliveryUrl, keyStdin, profile = defaultProfile }) => {
    const { ask, out, profiles } = context
    const name = checkProfileName(profile)
    const managementUrl = checkUrl(
      url ?? (keyStdin ? defaultUrls.management : await ask.line('URL', defaultUrls.management)),
    )
    const key = (keyStdin ? await ask.input() : await ask.secret('Server key (sk_…)')).trim()
    if (key === '')
      wrongUse(
        'There is no key.',
        'The first start of a server prints one; bunting keys create "…" --scope evaluate,manage makes more.',
      )

    out.progress.start()
    const connection = { url: managementUrl, deliveryUrl: undefined, key }
    const api = createClient({ baseUrl: managementUrl, key, fetch: send })
    const { items: projects } = await api.listProjects({ query: { limit: 2 } })
    const delivery = await tryDelivery(context, connection, deliveryUrl)
    const only = projects.length === 1 ? projects[0] : undefined
    const remembered = only ? await rememberedIn(api, only, delivery.environmentId) : {}
    profiles.save(name, {
      url: managementUrl,
      key,
      ...(delivery.url ? { deliveryUrl: delivery.url } : {}),
      ...remembered,
    })

    out.note(rich`${green('Logged in')} to ${managementUrl} as the profile ${name}.`)
    if (remembered.environment !== undefined) {
      out.note(dim(rich`Commands are about ${only?.slug ?? ''}, ${remembered.environment}: bunting use changes it.`))
    } else out.note(dim(rich`Choose what commands are about: bunting use <project> <environment>`))
    if (managementUrl.startsWith('http:') && !isLoopback(managementUrl)) {
      out.note(rich`${yellow('Warning:')} the key travels there unencrypted: use https.`)
    }
  },
})

const isLoopback = (url: string): boolean => /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(new URL(url).hostname)

type Found = { url: string | undefined; environmentId: string | undefined }

/** Checks the delivery address. One that the user gave must work; a guessed one is kept only if it works. */
const tryDelivery = async (
  { out }: BaseContext,
  { url, key }: { url: string; key: string },
  said: string | undefined,
): Promise<Found> => {
  const deliveryUrl = said === undefined ? guess(url) : checkUrl(said)
  const connection = { url, key, deliveryUrl, profile: undefined, project: undefined, environment: undefined }
  try {
    return { url: deliveryUrl, environmentId: await environmentOfKey(connection) }
  } catch (error) {
    if (said !== undefined) throw error
    out.note(dim(rich`No Delivery API answers at ${deliveryUrl}: bunting evaluate needs --delivery-url.`))
    return { url: undefined, environmentId: undefined }
  }
}

const guess = (managementUrl: string): string => {
  const url = new URL(managementUrl)
  url.port = String(Number(url.port || (url.protocol === 'https:' ? 443 : 80)) + 1)
  return url.origin
}

/** The slugs to remember: of the only project there is, and of the environment that the key belongs to. */
const rememberedIn = async (
  api: Client,
  project: { id: string; slug: string },
  environmentId: string | undefined,
): Promise<Pick<Profile, 'project' | 'environment'>> => {
  const environments = await listEnvironments(api, project)
  const environment = environments.find(({ id }) => id === environmentId)
  return { project: project.slug, ...(environment ? { environment: environment.slug } : {}) }
}
