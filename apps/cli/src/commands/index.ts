import type { Command, Group } from '../core/command.ts'
import { answers } from './answers.ts'
import { apply } from './apply.ts'
import { audit } from './audit/index.ts'
import { backup } from './backup/backup.ts'
import { codeRefs } from './code-refs.ts'
import { completion } from './completion.ts'
import { environments } from './environments/index.ts'
import { evaluate } from './evaluate.ts'
import { experiments } from './experiments/index.ts'
import { explain } from './explain.ts'
import { exportProject } from './export.ts'
import { flags } from './flags/index.ts'
import { generate } from './generate/index.ts'
import { health } from './health.ts'
import { importProject } from './import.ts'
import { keys } from './keys/index.ts'
import { login } from './login.ts'
import { logout } from './logout.ts'
import { mcp } from './mcp.ts'
import { metrics } from './metrics/index.ts'
import { orgs } from './orgs/index.ts'
import { profiles } from './profiles/index.ts'
import { projects } from './projects/index.ts'
import { promote } from './promote.ts'
import { proposals } from './proposals/index.ts'
import { restore } from './restore.ts'
import { schedules } from './schedules/index.ts'
import { segments } from './segments/index.ts'
import { serve } from './serve.ts'
import { usage } from './usage.ts'
import { use } from './use.ts'
import { webhooks } from './webhooks/index.ts'

/** Every command, in the order of the help. */
export const commands: readonly (Command | Group)[] = [
  serve,
  health,
  login,
  logout,
  profiles,
  use,
  projects,
  environments,
  flags,
  segments,
  promote,
  schedules,
  metrics,
  experiments,
  proposals,
  keys,
  audit,
  webhooks,
  usage,
  evaluate,
  explain,
  answers,
  importProject,
  exportProject,
  apply,
  codeRefs,
  generate,
  mcp,
  orgs,
  backup,
  restore,
  completion,
]
