import { StartupError } from '../base/startup-error.ts'
import type { Limit } from '../http/auth/rate-limit.ts'
import { openFiles, raiseOpenFiles } from '../http/server/open-files.ts'
import { type ConnectionBounds, connectionBounds, filesFor, minFiles } from '../rules/access/connections.ts'
import type { Config } from './config.ts'

type Bounded = Pick<Config, 'role' | 'streams' | 'deliveryWorkers'>

/** How many connections and streams a process keeps: it may open so many files, whatever it serves. */
export const boundsOf = ({ role, streams, deliveryWorkers }: Bounded): ConnectionBounds => {
  const both = role === 'all'
  if (streams.total !== undefined) raiseOpenFiles(filesFor(streams.total, both))
  const files = openFiles()
  const min = deliveryWorkers > 1 ? minFiles.withWorkers : minFiles.alone
  if (files >= min) return connectionBounds(files, both, streams)
  throw new StartupError(`This process may open ${files} files, and needs ${min} at least: raise ulimit -n.`)
}

/** What a worker has of that which is set for the whole instance. Its files are its own. */
export const shareOf = ({ limits, streams, deliveryWorkers }: Config): Pick<Config, 'limits' | 'streams'> => {
  const part = (count: number) => Math.max(1, Math.floor(count / deliveryWorkers))
  const share = (limit: Limit | undefined) => limit && { rate: limit.rate / deliveryWorkers, burst: part(limit.burst) }
  const { total, perKey, perAddress } = streams
  return {
    limits: { ...limits, server: share(limits.server), client: share(limits.client), failed: share(limits.failed) },
    streams: {
      total: total && part(total),
      perKey: perKey && part(perKey),
      perAddress: perAddress && part(perAddress),
    },
  }
}
