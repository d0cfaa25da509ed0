import type { Client, Environment as FlagEnvironment, Project } from '@bunting/contract'
import type { Output } from '../output/output.ts'
import type { Profiles } from '../profiles/profiles.ts'
import type { Connection } from '../server/connection.ts'
import type { Ask } from './ask.ts'
import type { Environment } from './environment.ts'

export type BaseContext = {
  out: Output
  ask: Ask
  stdin: NodeJS.ReadStream
  /** For programs on the other side; texts for people go by `out`. */
  stdout: NodeJS.WriteStream
  environment: Environment
  profiles: Profiles
  /** Runs the server in this process, with these settings besides the environment's. Resolves when it stops. */
  serve(settings: Record<string, string>): Promise<void>
  /** Replaces a server's embedded database with a backup; takes settings as `serve` does. */
  restore(file: string, settings: Record<string, string>): Promise<Restored | { refused: string }>
}
type Restored = { organizations: number; flags: number; newestChangeMs: number | null; aside: string | undefined }
type ServerContext = BaseContext & { api: Client; connection: Connection }
type ProjectContext = ServerContext & { project: Project }
export type EnvironmentContext = ProjectContext & { env: FlagEnvironment }

/** The context of a command, by its target. */
export type Contexts = {
  nothing: BaseContext
  /** The command works without a server, and connects only if it needs one. */
  perhapsServer: BaseContext & { openServer(): ServerContext }
  server: ServerContext
  project: ProjectContext
  environment: EnvironmentContext
  operator: ServerContext
}
