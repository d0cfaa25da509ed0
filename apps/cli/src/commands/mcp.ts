import { ApiError, type Client, createClient } from '@bunting/contract'
import manifest from '../../package.json' with { type: 'json' }
import { command } from '../core/command.ts'
import type { Contexts } from '../core/context.ts'
import { Failure } from '../core/failure.ts'
import { switched, text } from '../core/parameters.ts'
import { rich } from '../output/rich.ts'
import { findEnvironment } from '../server/find-environment.ts'
import { send } from '../server/send.ts'

export const mcp = command({
  name: 'mcp',
  summary: 'Serve flags to an assistant over standard input and output',
  description:
    'An assistant that speaks the Model Context Protocol starts it. The scopes of the key decide which tools it gets. In protected environments it makes proposals; elsewhere a person is asked before each change. docs/assistants.md says how to set it up.',
  target: 'project',
  withoutJson: true,
  options: {
    env: text('slug', 'keep every read and write to this environment', { complete: 'environment' }),
    readOnly: switched('offer only tools that read'),
    yesUnprotected: switched('change environments without protection without asking a person'),
  },
  examples: ['mcp', 'mcp --read-only --project shop', 'mcp --env staging --yes-unprotected'],
  run: async (context, { env, readOnly, yesUnprotected }) => {
    const { api, connection, project, out, stdin, stdout } = context
    const pinnedTo = env === undefined ? undefined : (await findEnvironment(api, project, env)).slug
    const key = await api.getOwnKey({ params: { projectId: project.id } })
    out.progress.stop()
    // The package is large, and other commands do not need it.
    const { serveStdio } = await import('@bunting/mcp/stdio')
    const door = {
      open: (clientName: string) => clientFor(connection, clientName),
      key,
      project,
      dashboardUrl: connection.url.replace(/\/$/, ''),
      pinnedTo,
      readOnly,
      yesUnprotected,
      secret: connection.key,
      nowMs: Date.now,
      onFault: (error: unknown) => out.note(rich`${(error as Error).stack ?? String(error)}`),
      version: manifest.version,
    }
    await serveStdio(door, { stdin, stdout, onError: (error) => out.note(rich`${error.message}`) })
  },
})

/** A client that names the assistant's program. Whatever goes wrong on the way is told as an error of the API. */
const clientFor = ({ url, key }: Contexts['server']['connection'], clientName: string): Client =>
  createClient({
    baseUrl: url,
    key,
    fetch: async (input, init) => {
      const headers = { ...(init?.headers as Record<string, string>), 'bunting-via': encodeURIComponent(clientName) }
      try {
        return await send(input, { ...init, headers })
      } catch (error) {
        throw error instanceof Failure ? new ApiError('SERVICE_UNAVAILABLE', error.message) : error
      }
    },
  })
