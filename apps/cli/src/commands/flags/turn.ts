import { firstConfig } from '../../config/first-config.ts'
import { draftOf, findLatest } from '../../config/flag-config.ts'
import { writeConfig } from '../../config/write-config.ts'
import { saveConfigOptions } from '../../config/write-version.ts'
import { command } from '../../core/command.ts'
import { text } from '../../core/parameters.ts'
import { getFlag } from '../../server/flags.ts'
import { flagArgument } from './flag-argument.ts'

const options = { default: text('value', 'the default, where the flag has no config here yet'), ...saveConfigOptions }

const turn = (name: 'on' | 'off', summary: string, description: string) =>
  command({
    name,
    summary,
    description,
    target: 'environment',
    arguments: flagArgument,
    options,
    examples: [`flags ${name} new-checkout`, `flags ${name} new-checkout --env production --propose`],
    run: async (context, { flag: flagKey, default: defaultText, ...how }) => {
      const enabled = name === 'on'
      const flag = await getFlag(context, flagKey)
      const latest = findLatest(flag, context.env)
      const draft = latest ? { ...draftOf(latest.config), enabled } : firstConfig(flag, enabled, defaultText)
      await writeConfig(context, { flag, draft, done: `Turned ${name}`, ...how })
    },
  })

export const turnOn = turn(
  'on',
  'Turn a flag on in an environment',
  'Its rules decide from then on. A boolean flag without a config there gives true to everyone.',
)

export const turnOff = turn('off', 'Turn a flag off in an environment', 'Everyone gets its default from then on.')
