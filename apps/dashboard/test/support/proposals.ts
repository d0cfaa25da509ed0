import type { Page } from 'playwright-core'
import type { Site } from './site.ts'

export const pilot = (rolloutPercentage: number) => ({
  id: 'pilot',
  name: 'Pilot countries',
  conditions: [{ attribute: 'country', operator: 'in' as const, value: ['NL', 'BE'] }],
  value: 'compact',
  rolloutPercentage,
})
export const tablet = (enabled: boolean) => ({ id: 'tablet', name: 'Tablet trial', enabled, value: 'one-page' })

export const at = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

/** Helpers for flags and proposals in production, which is protected. */
export const inProduction = ({ api, projectId, environments }: Site) => {
  const production = (flagKey: string) => ({ projectId, envId: environments.production ?? '', flagKey })
  const bodyOf = (version: number, rules: object[]) =>
    ({ version, enabled: true, defaultValue: 'classic', rules }) as never

  /** A flag with two versions in production: version 2 turned the tablet trial off. */
  const newFlag = async (key: string, name = 'Checkout layout'): Promise<void> => {
    await api.createFlag({ params: { projectId }, body: { key, name, type: 'string' } })
    const params = production(key)
    await api.updateEnvironment({ params, body: { protected: false } })
    await api.createFlagVersion({ params, body: bodyOf(1, [pilot(10), tablet(true)]) })
    await api.createFlagVersion({ params, body: bodyOf(2, [pilot(10), tablet(false)]) })
    await api.updateEnvironment({ params, body: { protected: true } })
  }

  const propose = (flagKey: string, version: number, ...rules: object[]) =>
    api.createProposal({ params: production(flagKey), body: bodyOf(version, rules) })

  /** Proposes a change in another project. */
  const proposeElsewhere = async (): Promise<void> => {
    const { id, environments: others } = await api.createProject({ body: { name: 'Elsewhere', slug: 'elsewhere' } })
    const params = { projectId: id, envId: others.find(({ slug }) => slug === 'production')?.id ?? '', flagKey: 'far' }
    await api.createFlag({ params, body: { key: 'far', name: 'Far away', type: 'boolean' } })
    await api.updateEnvironment({ params, body: { protected: true } })
    await api.createProposal({ params, body: { version: 0, enabled: true, defaultValue: true, rules: [] } })
  }

  return { production, newFlag, propose, proposeElsewhere }
}

/** Rejects all pending proposals of the project. */
export const rejectWaiting = async ({ api, projectId }: Site): Promise<void> => {
  const { items } = await api.listProjectProposals({ params: { projectId }, query: { status: 'pending' } })
  for (const { id } of items) await api.rejectProposal({ params: { proposalId: id }, body: {} })
}
