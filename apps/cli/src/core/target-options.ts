import type { Command, Target } from './command.ts'
import { type Option, switched, text } from './parameters.ts'

const profile = text('name', 'the profile to use instead of the current one', { complete: 'profile' })
const project = text('slug', 'the project, if not the remembered one', { complete: 'project' })
const env = text('slug', 'the environment, if not the remembered one', { complete: 'environment' })
const json = switched('print JSON for scripts: the answer of the API as it is')

const byTarget: Record<Target, Record<string, Option>> = {
  nothing: {},
  perhapsServer: { profile },
  server: { profile },
  operator: { profile },
  project: { project, profile },
  environment: { env, project, profile },
}

/** The options of a command: its own first, then those of its target, then `--json`. */
export const optionsOf = (command: Command): Record<string, Option> => ({
  ...command.options,
  ...byTarget[command.target],
  ...(command.withoutJson || command.target === 'nothing' ? {} : { json }),
})
