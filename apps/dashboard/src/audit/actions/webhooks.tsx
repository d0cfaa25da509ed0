import type { ActionWords } from './action.ts'

export const webhookCreated: ActionWords = {
  label: 'Webhook created',
  resourceType: 'webhook',
  Says: () => <>created a webhook</>,
}

export const webhookUpdated: ActionWords = {
  label: 'Webhook updated',
  resourceType: 'webhook',
  Says: () => <>updated a webhook</>,
}

export const webhookDeleted: ActionWords = {
  label: 'Webhook deleted',
  resourceType: 'webhook',
  Says: () => <>deleted a webhook</>,
}

export const webhookRotated: ActionWords = {
  label: 'Webhook rotated',
  resourceType: 'webhook',
  Says: () => <>rotated a webhook</>,
}

export const webhookDisabled: ActionWords = {
  label: 'Webhook disabled',
  resourceType: 'webhook',
  Says: () => <>disabled a webhook</>,
}
