import { writeConfig } from '../../config/write-config.ts'
import { saveConfigOptions } from '../../config/write-version.ts'
import { command } from '../../core/command.ts'
import { getFlag } from '../../server/flags.ts'
import { editArguments, editConfig, editOptions } from './edit-options.ts'
import { flagArgument } from './flag-argument.ts'

export const setConfig = command({
  name: 'set',
  summary: 'Change the config of a flag in an environment',
  description: 'Fields are named as the API names them. Values are JSON; what is not JSON is a text.',
  target: 'environment',
  arguments: { ...flagArgument, ...editArguments },
  options: { ...editOptions, ...saveConfigOptions },
  examples: [
    'flags set button-colour defaultValue=blue',
    'flags set new-checkout "rules[0].conditions[0].value=[\\"DE\\",\\"FR\\"]" --unset "rules[1]"',
    'flags set new-checkout --file config.json --env production --propose --comment "For Black Friday"',
    'flags set new-checkout enabled=false --env production --emergency --comment "Payments are down"',
  ],
  run: async (context, { flag: flagKey, assignments, unset, file, ...how }) => {
    const flag = await getFlag(context, flagKey)
    const draft = await editConfig(context.ask, flag, context.env, { assignments, unset, file })
    await writeConfig(context, { flag, draft, done: 'Changed', ...how })
  },
})
