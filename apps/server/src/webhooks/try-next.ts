import type { WebhookId } from '@bunting/contract'
import { retryAfterUs, waitUs } from '../rules/webhook-tries.ts'
import { messageIdOf } from '../rules/webhooks.ts'
import { isoTime } from '../store/core/list.ts'
import type { Store } from '../store/store.ts'
import type { Sendable, Tried } from '../store/tables/webhook-tries.ts'
import type { SendingWebhook } from '../store/tables/webhooks.ts'
import { bodyOf } from './body.ts'
import type { Tries, Try } from './open-tries.ts'
import { type RecordDeps, recordTries } from './record-tries.ts'
import { signedHeaders } from './sign.ts'
import { slackBody } from './slack.ts'

export type TryDeps = RecordDeps & {
  store: Store
  publicUrl: string
  tries: Tries
  /** A random number from 0 to 1. */
  random: () => number
}

/** The delay before an abandoned try is due again: without it this same process would take it at once. */
const handOverUs = 1_000_000

/** Sends a webhook its oldest waiting message, once, and sets when it is due next. */
export const tryNext = (deps: TryDeps) => {
  const { store, tries, random } = deps
  const { record, disable } = recordTries(deps)

  /** Makes the webhook due at its next try, or clears it if nothing waits. */
  const postpone = (id: WebhookId): Promise<void> =>
    store.transaction(async (tx) => {
      await tx.webhooks.lock(id)
      const [next] = await tx.webhookDeliveries.nextTries([id])
      await tx.due.setAll('webhook', [{ subject: id, atUs: next?.nextUs ?? null }])
    })

  const bodyFor = async ({ format }: SendingWebhook, sendable: Sendable): Promise<string> =>
    format === 'slack'
      ? slackBody(sendable, await store.entryNames.find(sendable.entryId), deps.publicUrl)
      : bodyOf(sendable)

  return async (subject: string, stopping: AbortSignal): Promise<void> => {
    const id = subject as WebhookId
    const nowUs = await store.clock.nowUs()
    const webhook = await store.webhooks.findForSending(id, nowUs)
    const isRested = webhook !== undefined && webhook.restedUs <= nowUs
    const [sendable] = isRested ? await store.webhookDeliveries.next(id, nowUs) : []
    if (!webhook || !sendable) return postpone(id)

    const message = {
      id: messageIdOf(sendable.entryId),
      timestamp: Math.floor(nowUs / 1_000_000),
      body: await bodyFor(webhook, sendable),
    }
    const tried = await tries.send(webhook.url, signedHeaders(message, webhook.secrets), message.body)
    if (tried.outcome === 'abandoned') {
      const untilUs = stopping.aborted ? 0 : (await store.clock.nowUs()) + handOverUs
      return store.due.hold({ kind: 'webhook', subject }, untilUs)
    }
    const { result, reason } = conclude(sendable, tried, nowUs, random())
    await (reason === undefined ? record(result) : disable(result, reason))
  }
}

type Conclusion = { result: Tried /** Why nothing more is sent to the webhook, if so. */; reason?: string }

const conclude = (sendable: Sendable, tried: Try, beganUs: number, random: number): Conclusion => {
  const { webhookId, entryId } = sendable
  const { statusCode, error, durationMs } = tried
  const place = { webhookId, entryId, attempt: { at: isoTime(beganUs), statusCode, error, durationMs } }
  if (tried.outcome === 'delivered') return { result: { ...place, status: 'delivered' } }
  if (statusCode === 410) {
    return { result: { ...place, status: 'failed' }, reason: 'It answered 410: it wants no more messages.' }
  }
  const endedUs = beganUs + durationMs * 1_000
  const count = sendable.tries + 1
  const wait = waitUs(count, random, retryAfterUs(tried.retryAfter, endedUs))
  if (wait === undefined) {
    const reason = `A message failed ${count} times, the last time for this reason: ${error}`
    return { result: { ...place, status: 'failed' }, reason }
  }
  return { result: { ...place, status: 'waiting', nextUs: endedUs + wait } }
}
