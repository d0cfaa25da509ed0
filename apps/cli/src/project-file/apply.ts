import type { Client } from '@bunting/contract'
import { withOwnerId } from './facts.ts'
import type { Members } from './read-project.ts'
import type { Step } from './step.ts'

/** The ids that steps refer to; steps that create a resource add its id. */
export type Site = { projectId: string; environmentIds: Map<string, string>; members: Members }

/** The comment on every config that is saved or proposed; with `everywhere`, also on changes of flags. */
type Why = { comment?: string; everywhere?: true }

/** `proposed`: a strict environment turned the change into a proposal. */
export type Applied = { syncWarning: boolean; proposed: boolean }

export const applyStep = async (api: Client, site: Site, step: Step, why: Why): Promise<Applied> => {
  const answer = await send(api, site, step, why)
  return { syncWarning: 'syncWarning' in answer, proposed: 'change' in answer }
}

const send = async (api: Client, site: Site, step: Step, { everywhere, ...why }: Why): Promise<object> => {
  const { projectId } = site
  const alsoWhy = everywhere ? why : {}
  if (step.do === 'create project') {
    const project = await api.createProject({ body: { slug: step.slug, name: step.name } })
    site.projectId = project.id
    for (const { slug, id } of project.environments) site.environmentIds.set(slug, id)
    return project
  }
  if (step.do === 'create environment') {
    const environment = await api.createEnvironment({ params: { projectId }, body: { slug: step.slug, ...step.entry } })
    site.environmentIds.set(environment.slug, environment.id)
    return environment
  }
  if (step.do === 'update environment') {
    return api.updateEnvironment({ params: { projectId, envId: idOf(site, step.slug) }, body: step.fields })
  }
  if (step.do === 'create segment') {
    const { archived: _, environments: __, ...fields } = step.entry
    return api.createSegment({ params: { projectId }, body: { key: step.key, ...fields } })
  }
  if (step.do === 'update segment') {
    return api.updateSegment({ params: { projectId, segmentKey: step.key }, body: step.fields })
  }
  if (step.do === 'create flag') {
    const { archived: _, environments: __, ...fields } = step.entry
    return api.createFlag({
      params: { projectId },
      body: { key: step.key, ...withOwnerId(fields, site.members), ...alsoWhy },
    })
  }
  if (step.do === 'update flag') {
    const body = { ...withOwnerId(step.fields, site.members), ...alsoWhy }
    return api.updateFlag({ params: { projectId, flagKey: step.key }, body })
  }
  return sendConfig(api, { projectId, envId: idOf(site, step.env) }, step, why)
}

type ConfigStep = Extract<Step, { env: string }>

const sendConfig = (
  api: Client,
  place: { projectId: string; envId: string },
  step: ConfigStep,
  why: Why,
): Promise<object> => {
  const params = { ...place, flagKey: step.key, segmentKey: step.key }
  const next = { version: step.base + 1, ...why }
  const seen = { version: step.base, ...why }
  if (step.do === 'write segment') return api.createSegmentVersion({ params, body: { ...step.config, ...next } })
  if (step.do === 'propose segment') return api.createSegmentProposal({ params, body: { ...step.config, ...seen } })
  if (step.do === 'write config') return api.createFlagVersion({ params, body: { ...step.config, ...next } })
  return api.createProposal({ params, body: { ...step.config, ...seen } })
}

const idOf = ({ environmentIds }: Site, slug: string): string => environmentIds.get(slug) ?? ''
