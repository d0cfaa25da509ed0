import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer } from '../../apps/server/src/testing/servers/server-process.ts'

const adminToken = 'the-operator-of-a-throw-away-database'

export type DocumentServer = {
  managementUrl: string
  deliveryUrl: string
  key: string
  projectId: string
  /** The one that the key belongs to. */
  environmentId: string
  /** The session of an admin of another organization, the first one. */
  cookie: string
  [Symbol.asyncDispose](): Promise<void>
}

/** The service on a database of its own, with a key and where it belongs. */
export const startForClients = async (): Promise<DocumentServer> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'bunting-documents-'))
  const server = await startServer({
    BUNTING_DATA_DIR: dataDir,
    BUNTING_ADMIN_TOKEN: adminToken,
    BUNTING_RATE_LIMIT_FAILED: 'off',
    BUNTING_RATE_LIMIT_SERVER: 'off',
  })
  const { managementUrl, deliveryUrl } = server
  const response = await fetch(`${managementUrl}/admin/v1/organizations`, {
    method: 'POST',
    headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Clients', plan: 'enterprise' }),
  })
  const { key, project } = (await response.json()) as {
    key: string
    project: { id: string; environments: { id: string; slug: string }[] }
  }
  const environmentId = project.environments.find(({ slug }) => slug === 'development')?.id as string
  return {
    managementUrl,
    deliveryUrl,
    key,
    projectId: project.id,
    environmentId,
    cookie: await signIn(server.signInLink as string),
    [Symbol.asyncDispose]: async () => {
      await server.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** As a browser opens the link: `fetch` says that it only fetches. */
const signIn = async (link: string): Promise<string> => {
  const [response] = (await once(get(link), 'response')) as [IncomingMessage]
  response.resume()
  return response.headers['set-cookie']?.[0]?.split(';', 1)[0] ?? ''
}
