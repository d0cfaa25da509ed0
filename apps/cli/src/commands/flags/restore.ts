import { draftOf } from '../../config/flag-config.ts'
import { writeConfig } from '../../config/write-config.ts'
import { saveConfigOptions } from '../../config/write-version.ts'
import { command } from '../../core/command.ts'
import { parsed, parseWhole, required } from '../../core/parameters.ts'
import { getFlag } from '../../server/flags.ts'
import { flagArgument } from './flag-argument.ts'
import { getVersion } from './get-version.ts'

export const restoreVersion = command({
  name: 'restore',
  summary: 'Make an earlier version of a flag the active one again',
  description: 'It is written as a new version: history stays as it was.',
  target: 'environment',
  arguments: { ...flagArgument, version: parsed(required('the version to go back to'), parseWhole) },
  options: saveConfigOptions,
  examples: ['flags restore new-checkout 3', 'flags restore new-checkout 3 --env production --propose'],
  run: async (context, { flag: flagKey, version, ...how }) => {
    const flag = await getFlag(context, flagKey)
    const { config } = await getVersion(context, flag, version)
    await writeConfig(context, { flag, draft: draftOf(config), done: `Restored version ${version} of`, ...how })
  },
})
