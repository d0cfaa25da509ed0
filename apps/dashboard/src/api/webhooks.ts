import type { WebhookFormat } from '@bunting/contract'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { pages, useEveryPage, usePages } from './core/every-page.ts'

export const webhookKeys = {
  all: ['webhooks'],
  deliveries: (webhookId: string) => ['webhook-deliveries', webhookId],
}

const webhooksQuery = pages(webhookKeys.all, (query) => api.listWebhooks({ query }))

/** The organization's webhooks. Only admins may read them. */
export const useWebhooks = (isAdmin: boolean) => useEveryPage({ ...webhooksQuery, enabled: isAdmin })

export type WebhookInList = NonNullable<ReturnType<typeof useWebhooks>['items']>[number]

/** Waiting deliveries change without an event, so they are polled. */
const pollMs = 2_000

const isUnderWay = (deliveries: readonly { status: string }[] = []): boolean =>
  deliveries.some(({ status }) => status === 'waiting')

const lately = 20

/** The newest deliveries of a webhook, for the list of webhooks. */
export const useLastDeliveries = (webhookId: string) =>
  useQuery(
    queryOptions({
      queryKey: [...webhookKeys.deliveries(webhookId), 'lately'],
      queryFn: async () => (await api.listWebhookDeliveries({ params: { webhookId }, query: { limit: lately } })).items,
      refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMs * 5 : false),
    }),
  )

const deliveriesQuery = (webhookId: string) =>
  pages([...webhookKeys.deliveries(webhookId), 'all'], (query) =>
    api.listWebhookDeliveries({ params: { webhookId }, query: { ...query, limit: lately } }),
  )

/** The deliveries of a webhook, newest first, a page at a time. */
export const useDeliveries = (webhookId: string) =>
  usePages({
    ...deliveriesQuery(webhookId),
    refetchInterval: ({ state }) => (isUnderWay(state.data?.pages[0]?.items) ? pollMs : false),
  })

export type Delivery = NonNullable<ReturnType<typeof useDeliveries>['items']>[number]

const touched = (webhookId?: string) => [
  webhookKeys.all,
  ['audit'],
  ...(webhookId === undefined ? [] : [webhookKeys.deliveries(webhookId)]),
]

type NewWebhook = {
  url: string
  events: string[]
  projectId?: string
  description: string | null
  format: WebhookFormat
}

/** The answer holds the secret, which is kept nowhere: reset the mutation once it is stored. */
export const useCreateWebhook = () =>
  useChange({ run: (body: NewWebhook) => api.createWebhook({ body }), touches: () => touched() })

type WebhookChange = { url?: string; events?: string[]; description?: string | null; enabled?: boolean }

export const useUpdateWebhook = (webhookId: string, failed?: string) =>
  useChange({
    run: (body: WebhookChange) => api.updateWebhook({ params: { webhookId }, body }),
    touches: () => touched(webhookId),
    ...(failed === undefined ? {} : { failed }),
  })

export const useDeleteWebhook = (webhookId: string) =>
  useChange({
    run: () => api.deleteWebhook({ params: { webhookId } }),
    touches: () => touched(),
    failed: 'Not deleted',
  })

/** The answer holds a secret, as when a webhook is created. */
export const useRotateWebhook = (webhookId: string) =>
  useChange({
    run: () => api.rotateWebhook({ params: { webhookId } }),
    touches: () => touched(),
    failed: 'Not rotated',
  })

export const useTestWebhook = (webhookId: string) =>
  useChange({ run: () => api.testWebhook({ params: { webhookId } }), touches: () => [], failed: 'Not sent' })

export const useResend = (webhookId: string) =>
  useChange({
    run: (messageId: string) => api.resendWebhookDelivery({ params: { webhookId, messageId } }),
    touches: () => [webhookKeys.deliveries(webhookId)],
    failed: 'Not sent again',
  })
