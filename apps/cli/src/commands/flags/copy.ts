import { draftOf, findLatest } from '../../config/flag-config.ts'
import { writeConfig } from '../../config/write-config.ts'
import { saveConfigOptions } from '../../config/write-version.ts'
import { command } from '../../core/command.ts'
import { refuse, wrongUse } from '../../core/failure.ts'
import { required } from '../../core/parameters.ts'
import { findEnvironment } from '../../server/find-environment.ts'
import { getFlag } from '../../server/flags.ts'
import { flagArgument } from './flag-argument.ts'

export const copyConfig = command({
  name: 'copy',
  summary: 'Copy the config of a flag to another environment',
  target: 'environment',
  arguments: { ...flagArgument, to: required('the environment to copy to', { complete: 'environment' }) },
  options: saveConfigOptions,
  examples: ['flags copy new-checkout staging', 'flags copy new-checkout production --env staging --propose'],
  run: async (context, { flag: flagKey, to, ...how }) => {
    const target = await findEnvironment(context.api, context.project, to)
    if (target.id === context.env.id) wrongUse(`${to} is where it is copied from.`, '--env <slug> says from where')
    const flag = await getFlag(context, flagKey)
    const source = findLatest(flag, context.env) ?? refuse(`${flag.key} has no config in ${context.env.slug}.`)
    const done = `Copied from ${context.env.slug}:`
    await writeConfig({ ...context, env: target }, { flag, draft: draftOf(source.config), done, ...how })
  },
})
