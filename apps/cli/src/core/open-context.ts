import { createClient } from '@bunting/contract'
import { type Connection, findConnection, findOperatorConnection } from '../server/connection.ts'
import { findEnvironment } from '../server/find-environment.ts'
import { findProject } from '../server/find-project.ts'
import { send } from '../server/send.ts'
import type { Target } from './command.ts'
import type { BaseContext, Contexts } from './context.ts'

type Chosen = { profile?: string | undefined; project?: string | undefined; env?: string | undefined }

/** Finds a command's target: first the server, then the project, then the environment. */
export const openContext = async (base: BaseContext, target: Target, chosen: Chosen): Promise<Contexts[Target]> => {
  if (target === 'nothing') return base
  const openServer = () => serverAt(base, findConnection(base, chosen.profile))
  if (target === 'perhapsServer') return { ...base, openServer }
  const server = target === 'operator' ? serverAt(base, findOperatorConnection(base, chosen.profile)) : openServer()
  const { api, connection } = server
  if (target === 'server' || target === 'operator') return server
  const project = await findProject(api, chosen.project ?? connection.project)
  if (target === 'project') return { ...server, project }
  // The remembered environment belongs to the remembered project, so it counts only for that one.
  const remembered = chosen.project === undefined ? connection.environment : undefined
  return { ...server, project, env: await findEnvironment(api, project, chosen.env ?? remembered) }
}

const serverAt = (base: BaseContext, connection: Connection) => ({
  ...base,
  connection,
  api: createClient({ baseUrl: connection.url, key: connection.key, fetch: send }),
})
