import { api } from '../core/client.ts'

/** The service's clock is told in whole seconds, and a change is a little older than its commit. */
const slackMs = 3_000
/** Of those nothing more has to be known than that there are some. */
const few = 20

/** Whether something changed in a project since an instant of the service's clock. Who signs in changes nothing that is shown. */
export const hasChangedSince = async (projectId: string, ms: number): Promise<boolean> => {
  const from = new Date(ms - slackMs).toISOString()
  try {
    const { items } = await api.listAuditLog({ params: { projectId }, query: { from, limit: few } })
    return items.length === few || items.some(({ resourceType }) => resourceType !== 'session')
  } catch {
    return true
  }
}
