import type { Client } from '@bunting/contract'
import type { Step } from './step.ts'

/** Where steps happen; those that create something add it. */
export type Site = { projectId: string; environmentIds: Map<string, string> }

/** `proposed`: a strict environment took it as a proposal only. */
export type Applied = { syncWarning: boolean; proposed: boolean }

/** Does one step. */
export const applyStep = async (api: Client, site: Site, step: Step): Promise<Applied> => {
  const answer = await send(api, site, step)
  return { syncWarning: 'syncWarning' in answer, proposed: 'kind' in answer }
}

const send = async (api: Client, site: Site, step: Step): Promise<object> => {
  const { projectId } = site
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
  if (step.do === 'create flag') {
    const { name, description, type, clientSafe } = step.entry
    return api.createFlag({ params: { projectId }, body: { key: step.key, name, description, type, clientSafe } })
  }
  if (step.do === 'update flag') return api.updateFlag({ params: { projectId, flagKey: step.key }, body: step.fields })
  const params = { projectId, envId: idOf(site, step.env), flagKey: step.key }
  return step.do === 'write config'
    ? api.createFlagVersion({ params, body: { ...step.config, version: step.base + 1 } })
    : api.createProposal({ params, body: { ...step.config, version: step.base } })
}

const idOf = ({ environmentIds }: Site, slug: string): string => environmentIds.get(slug) ?? ''
