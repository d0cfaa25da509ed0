import { words } from '@bunting/contract/sentences'
import { ChevronDown, ChevronUp } from 'lucide-react'
import { useState } from 'react'
import { type Delivery, useDeliveries, useResend, type WebhookInList } from '../../api/webhooks.ts'
import { plural } from '../../format/number.ts'
import { Empty } from '../../ui/blank.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Failed } from '../../ui/failed.tsx'
import { Table } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { Time } from '../../ui/time.tsx'
import { sayAnswer } from './say-answer.ts'

const heads = [
  'What happened',
  'State',
  'Answer',
  'Tried',
  <span key="actions" className="sr-only">
    Actions
  </span>,
]

/** The deliveries of a webhook, newest first, with every attempt. */
export const Deliveries = ({ webhook }: { webhook: WebhookInList }) => {
  const { items, error, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useDeliveries(webhook.id)
  return (
    <section aria-labelledby="deliveries">
      <h2 id="deliveries" className="mt-9 mb-2">
        Deliveries
      </h2>
      {error && !items && <Failed title="The deliveries did not load" error={error} onRetry={() => void refetch()} />}
      {items?.length === 0 && (
        <Empty title="Nothing was sent yet">
          What happens from now on is sent, if it is something this webhook is told of. A test is no delivery.
        </Empty>
      )}
      {items && items.length > 0 && (
        <>
          <Table label="Deliveries" heads={heads}>
            {items.map((delivery) => (
              <DeliveryRows key={delivery.id} webhook={webhook} delivery={delivery} />
            ))}
          </Table>
          <p className="mt-4 flex flex-wrap items-center gap-3 text-ink-3">
            {hasNextPage && (
              <Button busy={isFetchingNextPage} onClick={fetchNextPage}>
                Show earlier ones
              </Button>
            )}
            Deliveries are kept for 30 days.
          </p>
        </>
      )}
    </section>
  )
}

const states = {
  waiting: { label: 'Waiting', kind: 'warn' },
  delivered: { label: 'Delivered', kind: 'yes' },
  failed: { label: 'Failed', kind: 'no' },
} as const

const DeliveryRows = ({ webhook, delivery }: { webhook: WebhookInList; delivery: Delivery }) => {
  const resend = useResend(webhook.id)
  const [isOpen, setOpen] = useState(false)
  const { id, type, status, attempts, nextAttemptAt } = delivery
  const last = attempts.at(-1)
  const label = words[type].label
  const Chevron = isOpen ? ChevronUp : ChevronDown
  return (
    <>
      <tr>
        <td className="desc">{label}</td>
        <td>
          <Tag kind={states[status].kind}>{states[status].label}</Tag>
        </td>
        <td className="text-ink-2">{last ? sayAnswer(last) : <span className="text-ink-3">none yet</span>}</td>
        <td className="text-ink-2">
          {last && <Time at={last.at} />}
          {attempts.length > 1 && <span className="text-ink-3">, {plural(attempts.length, 'try', 'tries')}</span>}
        </td>
        <td className="whitespace-nowrap">
          <Button
            kind="ghost"
            size="sm"
            busy={resend.isPending}
            because={becauseResend(webhook, status)}
            onClick={() => resend.mutate(id)}
            aria-label={`Send again: ${label}`}
          >
            Send again
          </Button>
          <IconButton
            name={isOpen ? 'Hide the tries' : 'Show the tries'}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <Chevron size={16} strokeWidth={1.5} aria-hidden />
          </IconButton>
        </td>
      </tr>
      {isOpen && (
        <tr className="tries">
          <td colSpan={heads.length}>
            <ol>
              {attempts.map((attempt) => (
                <li key={attempt.at}>
                  <Time at={attempt.at} /> <span>{sayAnswer(attempt)}</span>
                </li>
              ))}
              {nextAttemptAt !== null && (
                <li>
                  <Time at={nextAttemptAt} /> <span className="text-ink-3">the next try</span>
                </li>
              )}
            </ol>
            <p className="text-ink-3">
              Message <code>{id}</code>, the same on every try.
            </p>
          </td>
        </tr>
      )}
    </>
  )
}

const becauseResend = ({ enabled }: WebhookInList, status: Delivery['status']): string | undefined => {
  if (!enabled) return 'Turn the webhook on first.'
  return status === 'waiting' ? 'It is tried again by itself.' : undefined
}
