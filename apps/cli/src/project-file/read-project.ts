import type { Client, Environment, Project } from '@bunting/contract'
import { draftOf, findLatest } from '../config/flag-config.ts'
import type { SegmentConfig } from '../config/segment-config.ts'
import { listEnvironments } from '../server/find-environment.ts'
import { type Flag, listFlags } from '../server/flags.ts'
import { listMembers } from '../server/members.ts'
import { getSegment, listSegments, type Segment } from '../server/segments.ts'
import type {
  ConfigEntry,
  EnvironmentEntry,
  FlagEntry,
  ProjectFile,
  SegmentConfigEntry,
  SegmentEntry,
} from './project-file.ts'
import { sortKeys } from './sort-keys.ts'

export type ServerProject = {
  project: Project
  environments: Environment[]
  segments: Segment[]
  flags: Flag[]
  members: Members
}

/** The people who can own flags, by e-mail: ids differ between organizations. */
export type Members = {
  emailOf(id: string | undefined): string | undefined
  idOf(email: string): string | undefined
}

export const readMembers = async (api: Client): Promise<Members> => {
  const members = await listMembers(api)
  return {
    emailOf: (id) => members.find((member) => member.id === id)?.email ?? undefined,
    idOf: (wanted) => members.find(({ email }) => email?.toLowerCase() === wanted.toLowerCase())?.id,
  }
}

/** Reads a project with everything in it from the server. */
export const readProject = async (api: Client, project: Project): Promise<ServerProject> => ({
  project,
  environments: await listEnvironments(api, project),
  segments: await readSegments(api, project),
  flags: await listFlags({ api, project }),
  members: await readMembers(api),
})

/** Reads each segment by itself, since the list of segments leaves out the ids. */
const readSegments = async (api: Client, project: Project): Promise<Segment[]> => {
  const segments: Segment[] = []
  for (const { key } of await listSegments({ api, project })) segments.push(await getSegment({ api, project }, key))
  return segments
}

/** Converts a project to the format of the file. */
export const toProjectFile = ({ project, environments, segments, flags, members }: ServerProject): ProjectFile => ({
  bunting: 1,
  project: { slug: project.slug, name: project.name },
  environments: Object.fromEntries(environments.map((environment) => [environment.slug, toEnvironment(environment)])),
  segments: Object.fromEntries(segments.map((segment) => [segment.key, toSegment(segment, environments)])),
  flags: Object.fromEntries(flags.map((flag) => [flag.key, toFlag(flag, environments, members.emailOf(flag.ownerId))])),
})

const toEnvironment = (environment: Environment): EnvironmentEntry => ({
  name: environment.name,
  color: environment.color,
  protected: environment.protected,
  ...(environment.strict ? { strict: true } : {}),
  ...(environment.emergency ? { emergency: true } : {}),
})

/** The active config of each environment, by its slug. */
const configsIn = <Config, Entry>(
  of: { versions: Readonly<Record<string, { config: Config }>> },
  environments: readonly Environment[],
  toEntry: (config: Config) => Entry,
): Record<string, Entry> => {
  const configs = environments.flatMap((environment) => {
    const latest = findLatest(of, environment)
    return latest ? [[environment.slug, toEntry(latest.config)] as const] : []
  })
  return sortKeys(Object.fromEntries(configs))
}

type WithConfigs = { versions: Record<string, { config: SegmentConfig }> }

const toSegment = (segment: Segment, environments: readonly Environment[]): SegmentEntry => ({
  name: segment.name,
  description: segment.description,
  unit: segment.unit,
  // Its ids are not in the file: they are uploaded.
  ...(segment.large ? { large: true, keepIds: segment.keepIds === true } : {}),
  ...(segment.managedBy ? { managedBy: segment.managedBy } : {}),
  archived: segment.archivedAt !== null,
  environments: segment.large ? {} : configsIn(segment as WithConfigs, environments, toSegmentConfig),
})

const toFlag = (flag: Flag, environments: readonly Environment[], owner: string | undefined): FlagEntry => ({
  name: flag.name,
  description: flag.description,
  type: flag.type,
  ...(flag.schema ? { schema: flag.schema } : {}),
  clientSafe: flag.clientSafe,
  ...(flag.tags ? { tags: flag.tags } : {}),
  ...(owner ? { owner } : {}),
  ...(flag.kind ? { kind: flag.kind } : {}),
  ...(flag.expectedEnd ? { expectedEnd: flag.expectedEnd } : {}),
  ...(flag.managedBy ? { managedBy: flag.managedBy } : {}),
  archived: flag.archivedAt !== null,
  environments: configsIn(flag, environments, toConfig),
})

const toSegmentConfig = ({ included, excluded, rules }: SegmentConfig): SegmentConfigEntry => ({
  included,
  excluded,
  rules: rules.map(inOrder) as SegmentConfigEntry['rules'],
})

const toConfig = (config: Flag['versions'][string]['config']): ConfigEntry => {
  const { enabled, defaultValue, rules, ...rest } = draftOf(config)
  return { enabled, defaultValue, rules: rules.map(inOrder), ...rest } as ConfigEntry
}

const ruleFields = ['id', 'name', 'enabled', 'conditionOperator', 'conditions', 'value', 'rolloutPercentage']

/** Sorts the fields of a rule: the common ones first, then the others by name. */
const inOrder = (rule: object): object => {
  const place = (name: string) => (ruleFields.includes(name) ? ruleFields.indexOf(name) : ruleFields.length)
  return Object.fromEntries(
    Object.entries(rule).sort(([one], [other]) => place(one) - place(other) || (one < other ? -1 : 1)),
  )
}
