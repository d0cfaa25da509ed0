import { type Endpoint, pathParameters, queryObject } from '../endpoint.ts'
import { endpoints } from '../endpoints/index.ts'

/** The field of the response that provides each path parameter, by operation. */
const named: Partial<Record<keyof typeof endpoints, Record<string, string>>> = {
  createProject: { projectId: 'id', envId: 'environments/0/id' },
  listProjects: { projectId: 'items/0/id' },
  createEnvironment: { envId: 'id' },
  listEnvironments: { envId: 'items/0/id' },
  createFlag: { flagKey: 'key' },
  listFlags: { flagKey: 'items/0/key' },
  listStaleFlags: { flagKey: 'items/0/key' },
  createFlagVersion: { version: 'version' },
  listFlagVersions: { version: 'items/0/version' },
  listFlagVersionsEverywhere: { envId: 'items/0/environmentId', version: 'items/0/version' },
  createSegment: { segmentKey: 'key' },
  listSegments: { segmentKey: 'items/0/key' },
  createSegmentVersion: { version: 'version' },
  listSegmentVersions: { version: 'items/0/version' },
  createProposal: { proposalId: 'id' },
  listFlagProposals: { proposalId: 'items/0/id' },
  listFlagProposalsEverywhere: { proposalId: 'items/0/id' },
  createSegmentProposal: { proposalId: 'id' },
  listSegmentProposals: { proposalId: 'items/0/id' },
  listProjectProposals: { proposalId: 'items/0/id' },
  createView: { viewId: 'id' },
  listViews: { viewId: 'items/0/id' },
  createContext: { contextId: 'id' },
  listContexts: { contextId: 'items/0/id' },
  createSchedule: { scheduleId: 'id' },
  listFlagSchedules: { scheduleId: 'items/0/id' },
  listFlagSchedulesEverywhere: { scheduleId: 'items/0/id' },
  listProjectSchedules: { scheduleId: 'items/0/id' },
  createMetric: { metricKey: 'key' },
  listMetrics: { metricKey: 'items/0/key' },
  createExperiment: { experimentId: 'id' },
  listFlagExperiments: { experimentId: 'items/0/id' },
  listProjectExperiments: { experimentId: 'items/0/id' },
  createWebhook: { webhookId: 'id' },
  listWebhooks: { webhookId: 'items/0/id' },
  listWebhookDeliveries: { messageId: 'items/0/id' },
  createApiKey: { keyId: 'id' },
  listApiKeys: { keyId: 'items/0/id' },
  listMembers: { userId: 'items/0/id' },
  createInvitation: { invitationId: 'id' },
  listInvitations: { invitationId: 'items/0/id' },
  listSessions: { sessionId: 'items/0/id' },
  createOrganization: { orgId: 'id' },
  listOrganizations: { orgId: 'items/0/id' },
}

type Link = { operationId: string; parameters: Record<string, string> }

/** The links of an operation: to requests about the resource in its response, and to the next page of a list. */
export const linksOf = (operationId: string): Record<string, Link> => {
  const from = endpoints[operationId as keyof typeof endpoints] as Endpoint
  const given = Object.fromEntries(pathParameters(from.path).map((name) => [name, `$request.path.${name}`]))
  const found = Object.entries(named[operationId as keyof typeof endpoints] ?? {})
  const known = { ...given, ...Object.fromEntries(found.map(([name, at]) => [name, `$response.body#/${at}`])) }
  const links: Record<string, Link> = {}
  for (const [target, { path }] of Object.entries(endpoints)) {
    const asked = pathParameters(path)
    const left = asked.filter((name) => !(name in known))
    // A flag may be asked about in any environment: which one is for the caller to say.
    if (!found.some(([name]) => asked.includes(name)) || left.some((name) => name !== 'envId')) continue
    links[target] = { operationId: target, parameters: pick(known, asked) }
  }
  if (from.query && 'cursor' in queryObject(from.query).shape) {
    links.nextPage = { operationId, parameters: { ...given, cursor: '$response.body#/nextCursor' } }
  }
  return links
}

const pick = (from: Record<string, string>, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.flatMap((name) => (name in from ? [[name, from[name] as string]] : [])))
