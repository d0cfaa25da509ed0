import { invalid } from '@bunting/contract'
import type { Deps } from '../../http/endpoint/deps.ts'

/** What is looked up meanwhile is a stranger's: no transaction waits for it. */
export const requirePublic = async ({ webhooks }: Pick<Deps, 'webhooks'>, url: string): Promise<void> => {
  const message = await webhooks.check(url)
  if (message !== undefined) invalid('Nothing can be sent to this address.', [{ path: 'url', message }])
}
