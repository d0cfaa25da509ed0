import { Link } from '@tanstack/react-router'
import { useProjects } from '../../api/projects.ts'
import { useLastDeliveries, type WebhookInList } from '../../api/webhooks.ts'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { sayEvents } from './event-words.ts'
import { hostOf, nameOf } from './host-of.ts'

const heads = ['Webhook', 'Told of', 'Where', 'Last delivery', 'State']

type WebhookListProps = { projectId: string; webhooks: readonly WebhookInList[] }

export const WebhookList = ({ projectId, webhooks }: WebhookListProps) => {
  const { items: projects = [] } = useProjects()
  const whereOf = (id: string | null) =>
    id === null ? 'Everywhere' : (projects.find((project) => project.id === id)?.name ?? 'A project')
  return (
    <Table label="Webhooks" heads={heads}>
      {webhooks.map((webhook) => (
        <tr key={webhook.id}>
          <td className="desc">
            <Link
              className="webhook-name"
              to="/projects/$projectId/webhooks"
              params={{ projectId }}
              search={{ hook: webhook.id }}
            >
              <bdi>{nameOf(webhook)}</bdi>
              {webhook.description !== null && <small>{hostOf(webhook.url)}</small>}
            </Link>
          </td>
          <td className="text-ink-2">{sayEvents(webhook.events)}</td>
          <td className="text-ink-2">
            <bdi className="block max-w-48 truncate">{whereOf(webhook.projectId)}</bdi>
          </td>
          <td>
            <Lately webhookId={webhook.id} />
          </td>
          <td>
            <State webhook={webhook} />
          </td>
        </tr>
      ))}
    </Table>
  )
}

export const State = ({ webhook: { enabled, disabledReason } }: { webhook: WebhookInList }) => {
  if (enabled) return <Tag kind="yes">On</Tag>
  return disabledReason === null ? <Tag kind="line">Off</Tag> : <Tag kind="no">Switched off</Tag>
}

const statusWords = { waiting: 'Waiting', delivered: 'Delivered', failed: 'Failed' }

/** The newest delivery, and how many of the last few failed. */
const Lately = ({ webhookId }: { webhookId: string }) => {
  const { data: deliveries } = useLastDeliveries(webhookId)
  const [newest] = deliveries ?? []
  if (!deliveries) return null
  if (!newest) return <span className="text-ink-3">none yet</span>
  const failed = deliveries.filter(({ attempts, status }) => status === 'failed' || isFailing(attempts, status)).length
  const last = newest.attempts.at(-1)
  return (
    <>
      {statusWords[newest.status]}
      {last && (
        <span className="text-ink-3">
          {' '}
          <Time at={last.at} />
        </span>
      )}
      {failed > 0 && deliveries.length > 1 && (
        <>
          {' '}
          <Tag kind="warn">
            {failed} of the last {deliveries.length} failed
          </Tag>
        </>
      )}
    </>
  )
}

const isFailing = (attempts: readonly unknown[], status: string): boolean => status === 'waiting' && attempts.length > 0
