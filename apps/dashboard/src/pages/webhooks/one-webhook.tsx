import { Link, useNavigate } from '@tanstack/react-router'
import { Ellipsis } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { toast } from '../../api/core/toast.tsx'
import { useProjects } from '../../api/projects.ts'
import {
  useDeleteWebhook,
  useRotateWebhook,
  useTestWebhook,
  useUpdateWebhook,
  type WebhookInList,
} from '../../api/webhooks.ts'
import { Page } from '../../features/page/page.tsx'
import { Button, IconButton } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/note.tsx'
import { Confirm } from '../../ui/overlays/confirm.tsx'
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx'
import { Time } from '../../ui/time.tsx'
import { Deliveries } from './deliveries.tsx'
import { EditWebhook, WebhookSecret } from './edit-webhook.tsx'
import { sayEvents } from './event-words.ts'
import { hostOf, nameOf } from './host-of.ts'
import { sayAnswer } from './say-answer.ts'
import { State } from './webhook-list.tsx'

type OneWebhookProps = { projectId: string; webhook: WebhookInList; because: string | undefined }

export const OneWebhook = ({ projectId, webhook, because }: OneWebhookProps) => {
  const test = useTestWebhook(webhook.id)
  const update = useUpdateWebhook(webhook.id, 'Not changed')
  const rotate = useRotateWebhook(webhook.id)
  const [asked, ask] = useState<'edit' | 'rotate' | 'delete'>()
  const sendTest = () =>
    test.mutate(undefined, {
      onSuccess: (answer) => {
        const isFine = answer.statusCode !== null && answer.statusCode >= 200 && answer.statusCode < 300
        toast({
          kind: isFine ? 'yes' : 'no',
          title: isFine ? 'It arrived' : 'It did not arrive',
          children: sayAnswer(answer),
        })
      },
    })
  const parent = (
    <Link to="/projects/$projectId/webhooks" params={{ projectId }} search={{}}>
      Webhooks
    </Link>
  )
  return (
    <Page
      title={nameOf(webhook)}
      parent={parent}
      actions={
        <>
          <Button because={because} busy={test.isPending} onClick={sendTest}>
            Send a test
          </Button>
          <Button
            because={because}
            busy={update.isPending}
            onClick={() => update.mutate({ enabled: !webhook.enabled })}
          >
            {webhook.enabled ? 'Turn off' : 'Turn on'}
          </Button>
          <Menu
            align="end"
            trigger={
              <IconButton name="More for this webhook">
                <Ellipsis size={16} strokeWidth={1.5} aria-hidden />
              </IconButton>
            }
          >
            <MenuItem because={because} onSelect={() => ask('edit')}>
              Edit
            </MenuItem>
            <MenuItem onSelect={() => ask('rotate')}>Give it a new secret</MenuItem>
            <MenuItem danger onSelect={() => ask('delete')}>
              Delete
            </MenuItem>
          </Menu>
        </>
      }
    >
      {webhook.disabledReason !== null && (
        <div className="mt-4 max-w-[88ch]">
          <Note kind="warn">
            <b>It was switched off.</b> {webhook.disabledReason} Mend the server, then turn it on: it is sent what
            happens from then on, and what was missed can be sent again below.
          </Note>
        </div>
      )}
      <Facts webhook={webhook} />
      <Deliveries webhook={webhook} />
      {asked === 'edit' && <EditWebhook webhook={webhook} onClose={() => ask(undefined)} />}
      {rotate.data ? (
        <WebhookSecret
          rotated
          secret={rotate.data.secret}
          onClose={() => {
            rotate.reset()
            ask(undefined)
          }}
        />
      ) : (
        <Confirm
          open={asked === 'rotate'}
          onClose={() => ask(undefined)}
          title="Give it a new secret?"
          action="Make a new secret"
          busy={rotate.isPending}
          onConfirm={() => rotate.mutate(undefined, { onError: () => ask(undefined) })}
        >
          For 24 hours both sign, so that your server may verify by either. Then the earlier one is forgotten.
        </Confirm>
      )}
      {asked === 'delete' && <Delete projectId={projectId} webhook={webhook} onClose={() => ask(undefined)} />}
    </Page>
  )
}

const Delete = ({ projectId, webhook, onClose }: Omit<OneWebhookProps, 'because'> & { onClose(): void }) => {
  const remove = useDeleteWebhook(webhook.id)
  const navigate = useNavigate()
  return (
    <Confirm
      open
      onClose={onClose}
      title={`Delete ${nameOf(webhook)}?`}
      action="Delete the webhook"
      busy={remove.isPending}
      onConfirm={() =>
        remove.mutate(undefined, {
          onSuccess: () => void navigate({ to: '/projects/$projectId/webhooks', params: { projectId }, search: {} }),
          onError: onClose,
        })
      }
    >
      Nothing is sent to it any more, and its deliveries go with it. This cannot be undone.
    </Confirm>
  )
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
)

const formats = { standard: 'JSON with everything that is known', slack: 'A sentence, as Slack takes it' }

const Facts = ({ webhook }: { webhook: WebhookInList }) => {
  const { items: projects = [] } = useProjects()
  const project = projects.find(({ id }) => id === webhook.projectId)
  return (
    <dl className="about-list">
      <Fact name="State">
        <State webhook={webhook} />
      </Fact>
      <Fact name="Sent to">
        <code>{hostOf(webhook.url)}</code> <span>The rest of the address may be a secret: Edit shows it.</span>
      </Fact>
      <Fact name="Told of">{sayEvents(webhook.events)}</Fact>
      <Fact name="Where">
        <bdi>{webhook.projectId === null ? 'Every project, and the organization itself' : project?.name}</bdi>
      </Fact>
      <Fact name="Format">{formats[webhook.format]}</Fact>
      <Fact name="Created">
        <Time at={webhook.createdAt} />
      </Fact>
    </dl>
  )
}
