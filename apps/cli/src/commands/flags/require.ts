import type { Prerequisite } from '@bunting/engine'
import { draftOf, findLatest } from '../../config/flag-config.ts'
import { parseValue } from '../../config/parse-value.ts'
import { writeConfig } from '../../config/write-config.ts'
import { saveConfigOptions } from '../../config/write-version.ts'
import { command } from '../../core/command.ts'
import type { EnvironmentContext } from '../../core/context.ts'
import { refuse, wrongUse } from '../../core/failure.ts'
import { list, several } from '../../core/parameters.ts'
import { getFlag } from '../../server/flags.ts'
import { flagArgument } from './flag-argument.ts'

export const requireFlags = command({
  name: 'require',
  summary: 'Let a flag depend on what other flags answer',
  description:
    'Where another flag is off, or answers something else, this one is off. Name a flag several times for several values that will do.',
  target: 'environment',
  arguments: { ...flagArgument, needs: several('flag=value, such as payments=true') },
  options: {
    remove: list('flag', 'no longer depend on this flag', { complete: 'flag' }),
    ...saveConfigOptions,
  },
  examples: [
    'flags require new-checkout payments=true',
    'flags require new-checkout theme=dark theme=light --env production --propose',
    'flags require new-checkout --remove payments',
  ],
  run: async (context, { flag: flagKey, needs, remove = [], ...how }) => {
    if (needs.length + remove.length === 0) wrongUse('Nothing is said to change.', 'flag=value or --remove <flag>')
    const flag = await getFlag(context, flagKey)
    const latest =
      findLatest(flag, context.env) ??
      refuse(`${flag.key} has no config in ${context.env.slug} yet.`, `bunting flags on ${flag.key}`)
    const { prerequisites = [], ...draft } = draftOf(latest.config)
    for (const key of remove) {
      if (!prerequisites.some((each) => each.flagKey === key)) wrongUse(`${flag.key} does not depend on ${key}.`)
    }
    const kept = merge(prerequisites, await readNeeds(context, needs)).filter((each) => !remove.includes(each.flagKey))
    const changed = kept.length === 0 ? draft : { ...draft, prerequisites: kept }
    await writeConfig(context, { flag, draft: changed, done: 'Changed', ...how })
  },
})

/** Replaces prerequisites of the same flag, and appends new ones. */
const merge = (before: readonly Prerequisite[], given: readonly Prerequisite[]): Prerequisite[] => {
  const find = (key: string) => given.find(({ flagKey }) => flagKey === key)
  const added = given.filter(({ flagKey }) => !before.some((each) => each.flagKey === flagKey))
  return [...before.map((each) => find(each.flagKey) ?? each), ...added]
}

const readNeeds = async (context: EnvironmentContext, needs: readonly string[]): Promise<Prerequisite[]> => {
  const values = new Map<string, string[]>()
  for (const need of needs) {
    const at = need.indexOf('=')
    if (at < 1) wrongUse(`"${need}" says of no flag what it has to answer: say flag=value.`)
    const flagKey = need.slice(0, at)
    values.set(flagKey, [...(values.get(flagKey) ?? []), need.slice(at + 1)])
  }
  return Promise.all(
    [...values].map(async ([key, texts]) => {
      const { type } = await getFlag(context, key)
      return { flagKey: key, values: texts.map((text) => parseValue(type, text)) }
    }),
  )
}
