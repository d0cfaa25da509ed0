import { invalid } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'

/** Call this outside of transactions: it looks up a name on servers of strangers, which may take long. */
export const requirePublic = async ({ webhooks }: Pick<Deps, 'webhooks'>, url: string): Promise<void> => {
  const message = await webhooks.check(url)
  if (message !== undefined) invalid('Nothing can be sent to this address.', [{ path: 'url', message }])
}
