import { StartupError } from '../base/startup-error.ts'
import type { Limit } from '../http/auth/rate-limit.ts'
import { openFiles, raiseOpenFiles } from '../http/server/open-files.ts'
import { type ConnectionBounds, connectionBounds, filesFor, minFiles } from '../rules/access/connections.ts'
import type { Config } from './config.ts'

type Bounded = Pick<Config, 'role' | 'streams' | 'deliveryWorkers'>

/** The most connections and streams of this process, by the number of files that it may open for all purposes. */
export const boundsOf = ({ role, streams, deliveryWorkers }: Bounded): ConnectionBounds => {
  const both = role === 'all'
  if (streams.total !== undefined) raiseOpenFiles(filesFor(streams.total, both))
  const files = openFiles()
  const min = deliveryWorkers > 1 ? minFiles.withWorkers : minFiles.alone
  if (files >= min) return connectionBounds(files, both, streams)
  throw new StartupError(`This process may open ${files} files, and needs ${min} at least: raise ulimit -n.`)
}

/** A worker's share of the limits that are set for the whole instance. The limit of open files is its own. */
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
