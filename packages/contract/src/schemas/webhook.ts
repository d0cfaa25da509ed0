import { z } from 'zod'
import type { ActorId, MessageId, ProjectId, WebhookId } from '../ids.ts'
import { limits } from '../limits.ts'
import { auditActions } from './audit-log.ts'
import { count, description, id, list, timestamp } from './common.ts'

const isPrefix = (text: string): boolean => text === '*' || auditActions.some((action) => action.startsWith(text))

export const webhookEvents = list(
  z
    .string()
    .min(1)
    .refine(isPrefix, 'must be how an action of the audit log begins, such as flag. or flag.version.created, or *'),
  limits.webhookEvents,
  1,
).meta({
  description: 'Actions of the audit log, or how they begin, or `*` for all.',
  example: ['flag.', 'schedule.failed'],
})

export const webhookUrl = z
  .string()
  .max(limits.webhookUrl)
  .refine((text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined
    return url !== undefined && /^https?:$/.test(url.protocol) && url.username === '' && url.password === ''
  }, 'must be an address that begins with https://, without a user or password')
  .meta({ format: 'uri', example: 'https://example.com/hooks/bunting' })

export const webhookDescription = description.nullable()

const formatSchema = z.enum(['standard', 'slack'])
export type WebhookFormat = z.infer<typeof formatSchema>

export const webhookFormat = formatSchema.default('standard').meta({
  description: '`slack`: `{ "text" }` with the sentence of the audit log, as incoming webhooks of Slack take it.',
})

export const webhookSchema = z
  .object({
    id: id('hook'),
    url: z.string(),
    events: z.array(z.string()),
    projectId: id('proj').nullable().meta({ description: 'Null where it is told of every project.' }),
    description: z.string().nullable(),
    format: formatSchema,
    enabled: z.boolean(),
    disabledReason: z
      .string()
      .nullable()
      .meta({ description: 'Why it is not sent anything any more, where nobody turned it off.' }),
    createdBy: z.string(),
    createdAt: timestamp,
  })
  .meta({ id: 'Webhook' })

const secret = z.string().meta({
  description: 'Signs what is sent, by Standard Webhooks. Shown this once.',
  example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
})

export const createdWebhookSchema = z.object({ ...webhookSchema.shape, secret }).meta({ id: 'CreatedWebhook' })

export const rotatedWebhookSchema = z
  .object({
    id: id('hook'),
    secret,
    previousExpiresAt: timestamp.meta({ description: 'Until then the earlier secret signs too.' }),
  })
  .meta({ id: 'RotatedWebhook' })

const statusCode = z.int().min(100).nullable().meta({ description: 'Null where there was no answer.' })

export const webhookTestSchema = z
  .object({ statusCode, error: z.string().optional(), durationMs: count })
  .meta({ id: 'WebhookTest' })

const attemptSchema = z
  .object({ at: timestamp, statusCode, error: z.string().nullable(), durationMs: count })
  .meta({ id: 'Attempt' })

const deliveryStatusSchema = z.enum(['waiting', 'delivered', 'failed'])
export type DeliveryStatus = z.infer<typeof deliveryStatusSchema>

export const webhookDeliverySchema = z
  .object({
    id: id('msg'),
    type: z.enum(auditActions),
    status: deliveryStatusSchema,
    attempts: z.array(attemptSchema),
    nextAttemptAt: timestamp.nullable(),
  })
  .meta({ id: 'WebhookDelivery' })

export type Webhook = Omit<z.infer<typeof webhookSchema>, 'id' | 'projectId' | 'createdBy'> & {
  id: WebhookId
  projectId: ProjectId | null
  createdBy: ActorId
}
export type Attempt = z.infer<typeof attemptSchema>
export type WebhookDelivery = Omit<z.infer<typeof webhookDeliverySchema>, 'id'> & { id: MessageId }
export type WebhookTest = z.infer<typeof webhookTestSchema>
