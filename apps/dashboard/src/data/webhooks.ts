import { api } from './client.ts'
import { pages, useEveryPage } from './every-page.ts'

export const webhookKeys = { all: ['webhooks'] }

const webhooksQuery = pages(webhookKeys.all, (query) => api.listWebhooks({ query }))

/** Those of the organization, for admins: asked for where one looks. */
export const useWebhooks = (isAdmin: boolean) => useEveryPage({ ...webhooksQuery, enabled: isAdmin })
