import { configText, findChanges } from '@bunting/contract/text'
import type { EnvironmentContext } from '../core/context.ts'
import { type Flag, getFlag } from '../server/flags.ts'
import { type FlagConfig, findLatest } from './flag-config.ts'
import { type Kind, type Write, writeVersion } from './write-version.ts'

type Body = Parameters<EnvironmentContext['api']['createFlagVersion']>[0]['body']

const kindOf = (context: EnvironmentContext, flag: Flag): Kind<FlagConfig> => {
  const { api, project, env } = context
  const params = { projectId: project.id, envId: env.id, flagKey: flag.key }
  return {
    noun: 'flag',
    key: flag.key,
    ids: { flagId: flag.id },
    changes: (before, after) => findChanges(before ?? {}, after),
    say: configText,
    append: (config) => api.createFlagVersion({ params, body: config as Body }),
    propose: (config) => api.createProposal({ params, body: config as Body }),
    readLatest: async () => findLatest(await getFlag(context, flag.key), env),
  }
}

/** Writes the config of a flag in the environment, or proposes it. */
export const writeConfig = (
  context: EnvironmentContext,
  { flag, ...write }: Omit<Write<FlagConfig>, 'latest'> & { flag: Flag },
): Promise<void> => writeVersion(context, kindOf(context, flag), { ...write, latest: findLatest(flag, context.env) })
