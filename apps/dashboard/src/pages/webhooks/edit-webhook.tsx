import { ApiError, limits, type WebhookFormat } from '@bunting/contract'
import { type ReactNode, useState } from 'react'
import { sayError } from '../../api/core/change.ts'
import { useProjects } from '../../api/projects.ts'
import { useCreateWebhook, useUpdateWebhook, type WebhookInList } from '../../api/webhooks.ts'
import { descriptionProblem, urlProblem } from '../../format/field-problems.ts'
import { Field, Input, Select } from '../../ui/controls/field.tsx'
import { FormFoot } from '../../ui/controls/form-foot.tsx'
import { SecretOnce } from '../../ui/controls/secret-once.tsx'
import { useForm } from '../../ui/controls/use-form.ts'
import { Note } from '../../ui/note.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { type Chosen, EventChoice } from './event-choice.tsx'
import { eventsFor, toldOf } from './event-words.ts'

const eventsProblem = (chosen: Chosen, projectId: string | null): string | undefined => {
  const { length } = eventsOf(chosen, projectId)
  if (length === 0) return 'Choose something that it is told of.'
  return length > limits.webhookEvents
    ? `At most ${limits.webhookEvents} at once: choose whole kinds instead of single ones.`
    : undefined
}

const eventsOf = ({ all, actions }: Chosen, projectId: string | null): string[] =>
  all ? ['*'] : eventsFor(actions, projectId)

/** The service's error about the address, which only the service can resolve, until the user changes the address. */
const refusedUrl = ({ error, variables }: Sent, url: string): string | undefined =>
  variables?.url === url.trim() ? urlDetail(error) : undefined

const urlDetail = (error: Error | null): string | undefined =>
  error instanceof ApiError ? error.details?.find(({ path }) => path === 'url')?.message : undefined

const useFields = (projectId: string | null, webhook?: WebhookInList) => {
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [description, setDescription] = useState(webhook?.description ?? '')
  const [chosen, setChosen] = useState<Chosen>({
    all: webhook?.events.includes('*') ?? false,
    actions: webhook && !webhook.events.includes('*') ? toldOf(webhook.events) : toldOf(['flag.']),
  })
  const found = {
    url: urlProblem(url.trim()),
    description: descriptionProblem(description),
    events: eventsProblem(chosen, projectId),
  }
  return { projectId, url, setUrl, description, setDescription, chosen, setChosen, found }
}

type Fields = ReturnType<typeof useFields>
type Problems = { [name in keyof Fields['found']]?: string | undefined }

type Sent = { error: Error | null; variables: { url?: string } | undefined }

type SharedProps = {
  fields: Fields
  problems: Problems
  sent: Sent
  /** Fields for new webhooks only. */
  children?: ReactNode
}

const Shared = ({ fields, problems, sent, children }: SharedProps) => (
  <>
    <Field
      label="Address"
      problem={problems.url ?? refusedUrl(sent, fields.url)}
      hint="It has to be public, and take HTTPS."
    >
      {(control) => (
        <Input
          {...control}
          type="url"
          value={fields.url}
          onChange={({ target }) => fields.setUrl(target.value)}
          placeholder="https://example.com/hooks/bunting"
        />
      )}
    </Field>
    <Field
      label="Description"
      aside="optional"
      hint="The list and the audit log call it by this name."
      problem={problems.description}
    >
      {(control) => (
        <Input
          {...control}
          value={fields.description}
          onChange={({ target }) => fields.setDescription(target.value)}
          placeholder="Deploy bot"
        />
      )}
    </Field>
    {children}
    <EventChoice
      value={fields.chosen}
      onChange={fields.setChosen}
      problem={problems.events}
      projectId={fields.projectId}
    />
    {sent.error && urlDetail(sent.error) === undefined && <Note kind="no">{sayError(sent.error)}</Note>}
  </>
)

/** First the settings, then the secret, which only this component holds: it is gone when this closes. */
export const NewWebhook = ({ projectId, onClose }: { projectId: string; onClose(): void }) => {
  const create = useCreateWebhook()
  const { items: projects = [] } = useProjects()
  const [of, setOf] = useState(projectId)
  const fields = useFields(of === '' ? null : of)
  const [format, setFormat] = useState<WebhookFormat>('standard')
  const description = fields.description.trim() === '' ? null : fields.description
  const { form, problems } = useForm({
    found: fields.found,
    ...create,
    send: () =>
      create.mutate({
        url: fields.url.trim(),
        events: eventsOf(fields.chosen, fields.projectId),
        description,
        format,
        ...(of === '' ? {} : { projectId: of }),
      }),
  })
  if (create.data) {
    const close = () => {
      create.reset()
      onClose()
    }
    return <WebhookSecret secret={create.data.secret} onClose={close} />
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title="New webhook"
      lede="A request to your server, signed by Standard Webhooks, for each thing that happens."
    >
      <form {...form} className="mt-4 grid gap-4">
        <Shared fields={fields} problems={problems} sent={create}>
          <Field label="Where it happens">
            {(control) => (
              <Select {...control} value={of} onChange={({ target }) => setOf(target.value)}>
                {projects.map(({ id, name }) => (
                  <option key={id} value={id}>
                    In {name}
                  </option>
                ))}
                <option value="">In every project, and the organization itself</option>
              </Select>
            )}
          </Field>
          <Field label="Format">
            {(control) => (
              <Select {...control} value={format} onChange={({ target }) => setFormat(target.value as WebhookFormat)}>
                <option value="standard">JSON with everything that is known</option>
                <option value="slack">A sentence, as Slack takes it</option>
              </Select>
            )}
          </Field>
        </Shared>
        <FormFoot onCancel={onClose} busy={create.isPending}>
          Create webhook
        </FormFoot>
      </form>
    </Dialog>
  )
}

export const WebhookSecret = ({ secret, rotated = false, onClose }: WebhookSecretProps) => (
  <SecretOnce
    title={rotated ? 'Copy the new secret' : 'Copy the secret'}
    lede="It signs what is sent, and is shown this once."
    secret={secret}
    onClose={onClose}
  >
    Your server verifies each request with it, by any library of Standard Webhooks.{' '}
    {rotated && 'For 24 hours the one before signs too: either verifies.'}
  </SecretOnce>
)

type WebhookSecretProps = { secret: string; rotated?: boolean; onClose(): void }

export const EditWebhook = ({ webhook, onClose }: { webhook: WebhookInList; onClose(): void }) => {
  const update = useUpdateWebhook(webhook.id)
  const fields = useFields(webhook.projectId, webhook)
  const { form, problems } = useForm({
    found: fields.found,
    ...update,
    send: () =>
      update.mutate(
        {
          url: fields.url.trim(),
          events: eventsOf(fields.chosen, fields.projectId),
          description: fields.description.trim() === '' ? null : fields.description,
        },
        { onSuccess: onClose },
      ),
  })
  return (
    <Dialog open onClose={onClose} title="Edit the webhook">
      <form {...form} className="mt-4 grid gap-4">
        <Shared fields={fields} problems={problems} sent={update} />
        <FormFoot onCancel={onClose} busy={update.isPending}>
          Save
        </FormFoot>
      </form>
    </Dialog>
  )
}
