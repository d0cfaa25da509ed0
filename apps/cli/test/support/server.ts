import { type Client, createClient } from '@bunting/contract'
import { afterAll, beforeAll } from 'vitest'
import { type ServiceHere, startHere } from '../../../server/src/testing/servers/start-here.ts'
import { type Ended, makeHome, runBunting, type Variables } from './bunting.ts'

export const adminToken = 'the-operator-of-the-tests-and-nobody-else'

export type Cli = {
  server: ServiceHere
  api: Client
  /** Variables with the server's address and a key. */
  variables: Variables
  run(args: string, more?: { variables?: Variables; input?: string }): Promise<Ended>
  /** A new project, and commands for its development environment. */
  newProject(): Promise<TestProject>
}

type TestProject = {
  id: string
  slug: string
  environments: { id: string; slug: string }[]
  run(args: string, more?: { variables?: Variables; input?: string }): Promise<Ended>
  /** The same in another environment. */
  runIn(env: string, args: string): Promise<Ended>
}

let made = 0

/** Splits a line into words; quotes keep spaces together. */
export const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(([, double, single, plain]) => double ?? single ?? plain ?? '')

/**
 * A real server for the tests of a file, and the program that talks to it. `keyOf` returns a key of data that existed
 * before.
 */
export const useServer = (settings: Variables = {}, keyOf = () => ''): Cli => {
  const cli = {} as Cli
  const dataDir = makeHome()
  beforeAll(async () => {
    cli.server = await startHere({ BUNTING_DATA_DIR: dataDir, BUNTING_ADMIN_TOKEN: adminToken, ...settings })
    const key = cli.server.firstKey ?? keyOf()
    cli.api = createClient({ baseUrl: cli.server.managementUrl, key })
    cli.variables = {
      BUNTING_URL: cli.server.managementUrl,
      BUNTING_DELIVERY_URL: cli.server.deliveryUrl,
      BUNTING_KEY: key,
    }
  })
  afterAll(async () => {
    await cli.server.stop()
  })
  cli.run = (args, { variables = {}, ...more } = {}) =>
    runBunting(words(args), { variables: { ...cli.variables, ...variables }, ...more })
  cli.newProject = async () => {
    const slug = `project-${++made}`
    const { id, environments } = await cli.api.createProject({ body: { slug, name: slug } })
    const about = (env: string, args: string) => `${args} --project ${slug} --env ${env}`
    return {
      id,
      slug,
      environments,
      run: (args, more) => cli.run(`${args} --project ${slug}`, more),
      runIn: (env, args) => cli.run(about(env, args)),
    }
  }
  return cli
}
