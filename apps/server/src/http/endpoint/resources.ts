import {
  type ApiKey,
  type Environment,
  type EnvironmentId,
  type Flag,
  fail,
  type Invitation,
  type Metric,
  type Organization,
  type OrganizationId,
  type Project,
  type ProjectId,
  type SavedContext,
  type SavedView,
  type Segment,
  type WebhookDelivery,
  type WebhookId,
} from '@bunting/contract'
import type { Experiment } from '../../rules/changes/experiments.ts'
import type { Proposal } from '../../rules/changes/proposals.ts'
import type { Schedule } from '../../rules/changes/schedules.ts'
import type { Store } from '../../store/store.ts'
import type { User } from '../../store/tables/users.ts'
import type { OwnWebhook } from '../../store/tables/webhooks.ts'

/** The resource that each parameter of a path stands for. */
type ByParameter = {
  orgId: { organization: Organization }
  projectId: { project: Project }
  envId: { environment: Environment }
  flagKey: { flag: Flag }
  segmentKey: { segment: Segment }
  proposalId: { proposal: Proposal }
  scheduleId: { schedule: Schedule }
  metricKey: { metric: Metric }
  experimentId: { experiment: Experiment }
  keyId: { apiKey: ApiKey }
  userId: { member: User }
  invitationId: { invitation: Invitation }
  webhookId: { webhook: OwnWebhook }
  messageId: { delivery: WebhookDelivery }
  viewId: { view: SavedView }
  contextId: { savedContext: SavedContext }
}

type Merged<Union> = (Union extends unknown ? (one: Union) => void : never) extends (all: infer All) => void
  ? All
  : never

/** The resources that a path with these parameters names. */
export type Resources<Params> = keyof Params & keyof ByParameter extends never
  ? unknown
  : Merged<ByParameter[keyof Params & keyof ByParameter]>

type Params = { [Name in keyof ByParameter]?: string }

/** One row per parameter: how to find its resource, and its name for the error if there is none. */
const loaders = {
  orgId: {
    name: 'organization',
    find: (store: Store, _: OrganizationId | undefined, { orgId = '' }: Params) => store.organizations.find(orgId),
  },
  projectId: {
    name: 'project',
    find: (store: Store, org: OrganizationId | undefined, { projectId = '' }: Params) =>
      org && store.projects.find(org, projectId),
  },
  envId: {
    name: 'environment',
    find: (store: Store, _: OrganizationId | undefined, { projectId, envId = '' }: Params) =>
      store.environments.find(projectId as ProjectId, envId),
  },
  flagKey: {
    name: 'flag',
    find: (store: Store, _: OrganizationId | undefined, { projectId, flagKey = '' }: Params) =>
      store.flags.find(projectId as ProjectId, flagKey),
  },
  segmentKey: {
    name: 'segment',
    find: (store: Store, _: OrganizationId | undefined, { projectId, segmentKey = '' }: Params) =>
      store.segments.find(projectId as ProjectId, segmentKey),
  },
  proposalId: {
    name: 'proposal',
    find: (store: Store, org: OrganizationId | undefined, { proposalId = '' }: Params) =>
      org && store.proposals.find(org, proposalId),
  },
  scheduleId: {
    name: 'schedule',
    find: (store: Store, org: OrganizationId | undefined, { scheduleId = '' }: Params) =>
      org && store.schedules.find(org, scheduleId),
  },
  metricKey: {
    name: 'metric',
    find: (store: Store, _: OrganizationId | undefined, { projectId, metricKey = '' }: Params) =>
      store.metrics.find(projectId as ProjectId, metricKey),
  },
  experimentId: {
    name: 'experiment',
    find: (store: Store, org: OrganizationId | undefined, { experimentId = '' }: Params) =>
      org && store.experiments.find(org, experimentId),
  },
  keyId: {
    name: 'apiKey',
    find: (store: Store, _: OrganizationId | undefined, { envId, keyId = '' }: Params) =>
      store.apiKeys.find(envId as EnvironmentId, keyId),
  },
  userId: {
    name: 'member',
    find: (store: Store, org: OrganizationId | undefined, { userId = '' }: Params) =>
      org && store.users.find(org, userId),
  },
  invitationId: {
    name: 'invitation',
    find: (store: Store, org: OrganizationId | undefined, { invitationId = '' }: Params) =>
      org && store.invitations.find(org, invitationId),
  },
  webhookId: {
    name: 'webhook',
    find: (store: Store, org: OrganizationId | undefined, { webhookId = '' }: Params) =>
      org && store.webhooks.find(org, webhookId),
  },
  messageId: {
    name: 'delivery',
    find: (store: Store, _: OrganizationId | undefined, { webhookId, messageId = '' }: Params) =>
      store.webhookDeliveries.find(webhookId as WebhookId, messageId),
  },
  viewId: {
    name: 'view',
    find: (store: Store, _: OrganizationId | undefined, { projectId, viewId = '' }: Params) =>
      store.savedViews.find(projectId as ProjectId, viewId),
  },
  contextId: {
    name: 'savedContext',
    find: (store: Store, _: OrganizationId | undefined, { projectId, contextId = '' }: Params) =>
      store.savedContexts.find(projectId as ProjectId, contextId),
  },
} as const

const words: Record<string, string> = { apiKey: 'API key', savedContext: 'context' }

/** Tells whether a text can be an id or a key; any other is not found without asking the database. */
export const isPlausible = (text: string): boolean => /^[A-Za-z0-9._-]{1,128}$/.test(text)

/**
 * Everything that a path names, each found within the one before it and the first within the organization, so that no
 * endpoint can reach another organization's resources: they are not found.
 */
export const findResources = async (
  store: Store,
  orgId: OrganizationId | undefined,
  params: Record<string, string>,
): Promise<Record<string, unknown>> => {
  const named = Object.entries(loaders).filter(([parameter]) => parameter in params)
  for (const [parameter, { name }] of named) if (!isPlausible(params[parameter] ?? '')) notFound(name)
  const found = await Promise.all(
    named.map(async ([, { name, find }]) => ({ name, resource: await find(store, orgId, params) })),
  )
  for (const { name, resource } of found) if (!resource) notFound(name)
  return Object.fromEntries(found.map(({ name, resource }) => [name, resource]))
}

const notFound = (name: string): never => fail('RESOURCE_NOT_FOUND', `There is no such ${words[name] ?? name}.`)
