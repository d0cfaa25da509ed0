import { useParams, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useBecauseInOrganization, useSession } from '../../api/session.ts'
import { useWebhooks } from '../../api/webhooks.ts'
import { Page } from '../../features/page/page.tsx'
import { ProjectName } from '../../features/page/project-name.tsx'
import { Empty } from '../../ui/blank.tsx'
import { Button } from '../../ui/controls/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import './webhooks.css'
import { NewWebhook } from './edit-webhook.tsx'
import { OneWebhook } from './one-webhook.tsx'
import { WebhookList } from './webhook-list.tsx'

const from = '/projects/$projectId/webhooks'

/** The webhooks of the project and of the whole organization, or the one that the address names. */
export const WebhooksPage = () => {
  const { projectId } = useParams({ from })
  const { hook } = useSearch({ from })
  const { plan } = useSession()
  const notAdmin = useBecauseInOrganization('admin')
  const because = notAdmin ?? (plan === 'free' ? 'Webhooks need the Pro or Enterprise plan.' : undefined)
  const { items, isComplete, error, refetch } = useWebhooks(notAdmin === undefined)
  const [creating, setCreating] = useState(false)
  const webhooks = items?.filter((webhook) => webhook.projectId === null || webhook.projectId === projectId)
  const chosen = hook === undefined ? undefined : items?.find(({ id }) => id === hook)
  if (chosen) return <OneWebhook key={chosen.id} projectId={projectId} webhook={chosen} because={because} />
  return (
    <Page
      title="Webhooks"
      parent={<ProjectName />}
      lede="Your own servers are told of what happens here, within a second or so."
      actions={
        <Button kind="primary" because={because} onClick={() => setCreating(true)}>
          <Plus size={16} strokeWidth={1.5} aria-hidden />
          New webhook
        </Button>
      }
    >
      {notAdmin !== undefined && (
        <Empty title="Webhooks are for admins">
          Their addresses may hold secrets, so only an admin of the organization sees them.
        </Empty>
      )}
      {error && !items && <Failed title="The webhooks did not load" error={error} onRetry={() => void refetch()} />}
      {webhooks && webhooks.length > 0 && (
        <div className="mt-4">
          <WebhookList projectId={projectId} webhooks={webhooks} />
        </div>
      )}
      {webhooks?.length === 0 && isComplete && (
        <Empty title="No webhooks yet">
          A webhook sends a request to an address of yours whenever a flag is saved, a proposal waits, a schedule fails,
          or whatever you choose.
        </Empty>
      )}
      {creating && <NewWebhook projectId={projectId} onClose={() => setCreating(false)} />}
    </Page>
  )
}
