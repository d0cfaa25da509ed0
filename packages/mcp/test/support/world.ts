import { type Client as Api, createClient, type Scope } from '@bunting/contract'
import { Client, type ClientOptions, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll } from 'vitest'
import { atEnd } from '../../../../apps/server/src/testing/at-end.ts'
import { type ServiceHere, startHere } from '../../../../apps/server/src/testing/servers/start-here.ts'
import { binary, makeHome } from './program.ts'

/** A client of the protocol of 2026, or one of the years before. */
export type Era = 'modern' | 'legacy'

/** What a person does with a question; without one the client cannot ask anybody. */
export type Person = (message: string) => 'accept' | 'decline' | { confirm: boolean }

type Connecting = { key?: string; era?: Era; person?: Person; name?: string }

type Answer = { isError: boolean; json: Record<string, unknown>; text: string }

export type Assistant = {
  client: Client
  listTools(): Promise<string[]>
  call(tool: string, args?: object): Promise<Answer>
}

export type World = {
  server: ServiceHere
  api: Api
  key: string
  project: { id: string; slug: string }
  envId(slug: string): string
  /** Makes a server key with these scopes. */
  newKey(...scopes: Scope[]): Promise<string>
  /** A boolean flag with a rule for everyone at this percentage, in these environments. */
  newFlag(fields?: object, rollout?: number, ...slugs: string[]): Promise<string>
  protect(slug: string, strict?: boolean): Promise<void>
  overHttp(connecting?: Connecting): Promise<Assistant>
  overStdio(args?: readonly string[], connecting?: Connecting): Promise<Assistant>
}

let made = 0

/** A real server for the tests of a file, and clients of the official SDK. */
export const useWorld = (settings: Record<string, string> = {}): World => {
  const world = {} as World
  beforeAll(async () => {
    world.server = await startHere({ BUNTING_DATA_DIR: makeHome(), ...settings })
    world.key = world.server.firstKey ?? ''
    world.api = createClient({ baseUrl: world.server.managementUrl, key: world.key })
    const { items } = await world.api.listProjects({})
    world.project = items[0] as World['project']
    const environments = await world.api.listEnvironments({ params: { projectId: world.project.id } })
    world.envId = (slug) => environments.items.find((one) => one.slug === slug)?.id ?? ''
  })
  afterAll(() => world.server.stop())

  world.newKey = async (...scopes) => {
    const params = { projectId: world.project.id, envId: world.envId('staging') }
    return (await world.api.createApiKey({ params, body: { type: 'server', description: 'Robot', scopes } })).key
  }
  world.newFlag = async (fields = {}, rollout = 10, ...slugs) => {
    const key = `flag-${++made}`
    const params = { projectId: world.project.id }
    await world.api.createFlag({ params, body: { key, name: key, type: 'boolean', ...fields } })
    for (const slug of slugs.length === 0 ? ['staging'] : slugs) {
      await world.api.createFlagVersion({
        params: { ...params, envId: world.envId(slug), flagKey: key },
        body: {
          version: 1,
          enabled: true,
          defaultValue: false,
          rules: [{ id: 'beta', name: 'Beta', value: true, rolloutPercentage: rollout }],
        },
      })
    }
    return key
  }
  world.protect = async (slug, strict = false) => {
    const params = { projectId: world.project.id, envId: world.envId(slug) }
    await world.api.updateEnvironment({ params, body: { protected: true, ...(strict ? { strict } : {}) } })
  }
  world.overHttp = (connecting = {}) => {
    const { key = world.key } = connecting
    const headers = { authorization: `Bearer ${key}` }
    const url = new URL(`${world.server.managementUrl}/mcp`)
    return connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }), connecting)
  }
  world.overStdio = (args = [], connecting = {}) =>
    connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [binary, 'mcp', ...args],
        env: {
          HOME: makeHome(),
          BUNTING_URL: world.server.managementUrl,
          BUNTING_KEY: connecting.key ?? world.key,
        },
        stderr: 'ignore',
      }),
      connecting,
    )
  return world
}

const modes = { modern: { pin: '2026-07-28' }, legacy: 'legacy' } as const

const connect = async (
  transport: Parameters<Client['connect']>[0],
  { era = 'modern', person, name = 'test-assistant' }: Connecting,
): Promise<Assistant> => {
  const options: ClientOptions = {
    capabilities: person ? { elicitation: { form: {} } } : {},
    versionNegotiation: { mode: modes[era] },
  }
  const client = new Client({ name, version: '1.2.3' }, options)
  if (person) {
    client.setRequestHandler('elicitation/create', (request) => {
      const answer = person(String(request.params.message))
      if (answer === 'decline') return { action: 'decline' }
      return { action: 'accept', content: answer === 'accept' ? { confirm: true } : answer }
    })
  }
  await client.connect(transport)
  atEnd(() => client.close())
  return {
    client,
    listTools: async () => (await client.listTools()).tools.map((tool) => tool.name),
    call: async (name, args = {}) => {
      const { content, isError = false } = await client.callTool({ name, arguments: args as Record<string, unknown> })
      const [part] = content as { type: string; text: string }[]
      const text = part?.text ?? ''
      return { isError, text, json: JSON.parse(text) }
    },
  }
}
