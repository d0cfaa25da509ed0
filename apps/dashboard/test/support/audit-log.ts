import type { Page } from 'playwright-core'
import type { Dashboard } from './dashboard.ts'

/** Performs every kind of action in a seeded project. Returns the key that was created and revoked. */
export const fillLog = async ({ api, projectId, environments }: Dashboard) => {
  const flag = (flagKey: string) => ({ projectId, flagKey })
  await api.updateFlag({ params: flag('holiday-hero'), body: { archived: true } })
  await api.updateFlag({ params: flag('gift-cards'), body: { name: 'Gift vouchers' } })
  await api.updateFlag({
    params: flag('loyalty-banner'),
    body: { clientSafe: false, description: 'Points in the head.' },
  })
  const staging = { projectId, envId: environments.staging ?? '' }
  await api.updateEnvironment({ params: staging, body: { color: '#8E4EC6' } })
  const { id: keyId } = await api.createApiKey({ params: staging, body: { type: 'client', description: 'Web app' } })
  await api.revokeApiKey({ params: { ...staging, keyId } })
  const [proposal] = (await api.listProjectProposals({ params: { projectId } })).items
  await api.rejectProposal({ params: { proposalId: proposal?.id ?? '' }, body: { note: 'After the weekend.' } })
  return keyId
}

export const openLog = async (dashboard: Dashboard, search = ''): Promise<Page> => {
  const page = await dashboard.open(`/audit${search}`)
  await page.getByRole('list').filter({ hasText: 'First server key' }).first().waitFor()
  return page
}
