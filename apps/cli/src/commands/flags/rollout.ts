import { defaultOf } from '../../config/first-config.ts'
import { draftOf, findLatest } from '../../config/flag-config.ts'
import { parsePercentage } from '../../config/parse-percentage.ts'
import { parseValue } from '../../config/parse-value.ts'
import { setRollout } from '../../config/rollout.ts'
import { writeConfig } from '../../config/write-config.ts'
import { saveConfigOptions } from '../../config/write-version.ts'
import { command } from '../../core/command.ts'
import { parsed, required, text } from '../../core/parameters.ts'
import { dim, rich } from '../../output/rich.ts'
import { getFlag } from '../../server/flags.ts'
import { flagArgument } from './flag-argument.ts'

export const rollOut = command({
  name: 'rollout',
  summary: 'Give a percentage of the users what a rule says',
  description:
    'It sets the percentage of the rule you name, else of the one that has one, else of the one for everyone; where there is none it adds one.\nRaising a percentage takes it away from nobody.',
  target: 'environment',
  arguments: { ...flagArgument, percentage: parsed(required('0 to 100, with at most 3 decimals'), parsePercentage) },
  options: {
    rule: text('name', 'the rule, by its name or id'),
    value: text('value', 'what they get (default for a boolean flag: what is not the default)'),
    default: text('value', 'the default, where the flag has no config here yet'),
    ...saveConfigOptions,
  },
  examples: ['flags rollout new-checkout 25', 'flags rollout button-colour 50 --value blue --default grey'],
  run: async (context, { flag: flagKey, percentage, rule, value, default: defaultText, ...how }) => {
    const { out, env } = context
    const flag = await getFlag(context, flagKey)
    const latest = findLatest(flag, env)
    const before = latest
      ? draftOf(latest.config)
      : { enabled: true, defaultValue: defaultOf(flag, defaultText), rules: [] }
    const given = value === undefined ? undefined : parseValue(flag.type, value)
    const draft = setRollout(before, { percentage, rule, value: given })
    await writeConfig(context, { flag, draft, done: `Rolled out to ${percentage} %:`, ...how })
    if (!draft.enabled) out.note(dim(rich`It is off in ${env.slug}: bunting flags on ${flag.key} --env ${env.slug}`))
  },
})
