import type { Webhooks } from '../http/ports/webhooks.ts'
import type { Jobs } from '../runner/runner.ts'
import { isoTime } from '../store/core/list.ts'
import { messageBody } from './body.ts'
import type { SsrfGuard } from './destination.ts'
import { openTries } from './open-tries.ts'
import { signedHeaders } from './sign.ts'
import { slackText } from './slack.ts'
import { type TryDeps, tryNext } from './try-next.ts'

export type SendingDeps = Omit<TryDeps, 'tries'> & {
  ssrfGuard: SsrfGuard
  /** The most requests under way at a time. */
  atOnce: number
}

export type OpenWebhooks = Webhooks & {
  jobs: Jobs
  /** Stops sending. Tries under way are abandoned after a moment, and another instance sends them again. */
  close(): Promise<void>
}

/** Longer than a try and its record: after a crash the lease blocks others for this long. */
const leaseMs = 30_000

/** How long `close` waits: most servers answer by then. */
const graceMs = 500

/** Sends audit entries to external servers. */
export const openWebhooks = ({ ssrfGuard, atOnce, ...deps }: SendingDeps): OpenWebhooks => {
  const tries = openTries(ssrfGuard)
  return {
    check: tries.check,

    test: async ({ id, orgId, url, format, secrets }) => {
      const nowUs = deps.nowUs()
      const body =
        format === 'slack'
          ? slackText('This is a test message from Bunting: the webhook works.')
          : messageBody('webhook.test', isoTime(nowUs), { orgId, webhookId: id })
      const message = { id: deps.newId('message'), timestamp: Math.floor(nowUs / 1_000_000), body }
      const { statusCode, error, durationMs } = await tries.send(url, signedHeaders(message, secrets), body)
      return { statusCode, ...(error === null ? {} : { error }), durationMs }
    },

    jobs: { webhook: { run: tryNext({ ...deps, tries }), atOnce, leaseMs } },

    close: () => tries.close(graceMs),
  }
}
