import { createClient, fail, type Project } from '@bunting/contract'
import type { HttpBindings } from '@hono/node-server'
import type { Context, Hono } from 'hono'
import manifest from '../../package.json' with { type: 'json' }
import type { KeyBearer } from '../http/auth/actor.ts'
import { admit } from '../http/auth/admit.ts'
import { bearerIn } from '../http/auth/bearer.ts'
import type { Deps } from '../http/endpoint/deps.ts'
import { refuseOthers } from '../http/endpoint/mount.ts'

const path = '/mcp'

/**
 * Flags for assistants, by the Model Context Protocol. The tools ask this very API in the name of the caller, so that
 * every check, limit and audit entry is the same; the package that has them is loaded at the first request.
 */
export const mcp = (app: Hono, deps: Deps): void => {
  app.post(path, async (c) => {
    const secret = requireKey(c)
    const actor = (await admit(c, { method: 'POST', access: 'read' }, deps)) as KeyBearer
    const open = (clientName?: string) => clientHere(app, c, secret, clientName)
    const [projectId, { serveRequest }] = await Promise.all([
      deps.store.environments.projectOf(actor.environmentId),
      import('@bunting/mcp'),
    ])
    const params = { projectId: projectId ?? fail('RESOURCE_NOT_FOUND', 'The project of this key is gone.') }
    const project = (await open().getProject({ params })) as Project
    const key = await open().getOwnKey({ params })
    const nowMs = () => Math.floor(deps.nowUs() / 1_000)
    const onFault = (error: unknown) => deps.log.error({ err: error, path }, 'a tool of an assistant failed')
    const { publicUrl: dashboardUrl } = deps
    const door = { open, key, project, dashboardUrl, secret, nowMs, onFault, version: manifest.version }
    const answer = await serveRequest(door, c.req.raw)
    return c.newResponse(answer.body, answer)
  })
  refuseOthers(app, path, 'POST')
}

/** The key of a request. A session is refused: a page must not be able to have an assistant act for who looks at it. */
const requireKey = (c: Context): string => {
  const header = c.req.header('authorization')
  if (header === undefined && c.req.header('cookie') !== undefined) {
    fail('FORBIDDEN', 'No session is taken here: send a server key, "Authorization: Bearer <API_KEY>".')
  }
  return bearerIn(header ?? '') ?? ''
}

/** A client of the API in this process. Its requests have bodies of their own, but come from the caller's address. */
const clientHere = (app: Hono, c: Context, key: string, clientName: string | undefined) =>
  createClient({
    baseUrl: 'http://management.invalid',
    key,
    fetch: async (input, init) => {
      const request = new Request(input as string, init)
      if (clientName !== undefined) request.headers.set('bunting-via', encodeURIComponent(clientName))
      return app.fetch(request, sameSender(c))
    },
  })

const sameSender = (c: Context) => {
  const incoming = (c.env as HttpBindings | undefined)?.incoming
  return incoming && { incoming: { socket: incoming.socket, headers: incoming.headers } }
}
