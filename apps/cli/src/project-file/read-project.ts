import type { Client, Environment, Project } from '@bunting/contract'
import { draftOf, findLatest } from '../config/flag-config.ts'
import { listEnvironments } from '../server/find-environment.ts'
import { type Flag, listFlags } from '../server/flags.ts'
import type { ConfigEntry, EnvironmentEntry, FlagEntry, ProjectFile } from './project-file.ts'
import { sortKeys } from './sort-keys.ts'

export type ServerProject = { project: Project; environments: Environment[]; flags: Flag[] }

/** A project with all that belongs to it, as the server has it. */
export const readProject = async (api: Client, project: Project): Promise<ServerProject> => ({
  project,
  environments: await listEnvironments(api, project),
  flags: await listFlags({ api, project }),
})

/** The same as a file has it. */
export const toProjectFile = ({ project, environments, flags }: ServerProject): ProjectFile => ({
  bunting: 1,
  project: { slug: project.slug, name: project.name },
  environments: Object.fromEntries(environments.map((environment) => [environment.slug, toEnvironment(environment)])),
  flags: Object.fromEntries(flags.map((flag) => [flag.key, toFlag(flag, environments)])),
})

const toEnvironment = (environment: Environment): EnvironmentEntry => ({
  name: environment.name,
  color: environment.color,
  protected: environment.protected,
  ...(environment.strict ? { strict: true } : {}),
})

const toFlag = (flag: Flag, environments: readonly Environment[]): FlagEntry => {
  const configs = environments.flatMap((environment) => {
    const latest = findLatest(flag, environment)
    return latest ? [[environment.slug, toConfig(latest.config)] as const] : []
  })
  return {
    name: flag.name,
    description: flag.description,
    type: flag.type,
    clientSafe: flag.clientSafe,
    archived: flag.archivedAt !== null,
    environments: sortKeys(Object.fromEntries(configs)),
  }
}

const toConfig = (config: Flag['versions'][string]['config']): ConfigEntry => {
  const { enabled, defaultValue, rules, ...rest } = draftOf(config)
  return { enabled, defaultValue, rules: rules.map(inOrder), ...rest } as ConfigEntry
}

const ruleFields = ['id', 'name', 'enabled', 'conditionOperator', 'conditions', 'value', 'rolloutPercentage']

/** The fields everybody has first, then the rest by name. */
const inOrder = (rule: object): object => {
  const place = (name: string) => (ruleFields.includes(name) ? ruleFields.indexOf(name) : ruleFields.length)
  return Object.fromEntries(
    Object.entries(rule).sort(([one], [other]) => place(one) - place(other) || (one < other ? -1 : 1)),
  )
}
