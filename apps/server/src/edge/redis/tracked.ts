import { randomUUID } from 'node:crypto'
import { ApiError } from '@bunting/contract'
import type { Logger } from '../../base/log.ts'
import type { Edge } from '../edge.ts'
import type { ReportInvalid } from '../format/invalid-entries.ts'
import { trackedIn, trackedText } from '../format/tracked-text.ts'
import type { RedisClient } from './connect.ts'
import { pushTo, takeFrom, type WaitingList } from './waiting-list.ts'

/** The list of batches, each of up to a hundred kilobytes. */
const list: WaitingList = {
  key: 'bunting:tracked',
  kind: 'tracked',
  name: 'tracked events',
  maxBatches: 2_000,
}

const secretKey = (environmentId: string): string => `bunting:unit-secret:${environmentId}`
const secretCharacters = 64

/** Queues batches in a Redis list. A batch that is taken twice counts once, by its name. */
export const trackedThrough = (
  commands: RedisClient,
  log: Logger,
  reportInvalid: ReportInvalid,
  restMs: number,
): Pick<Edge, 'track' | 'onTracked' | 'readUnitSecret' | 'putUnitSecrets'> => {
  const push = pushTo(commands, list)
  return {
    track: async (batch) => {
      const { named = { scope: 'delivery track', key: randomUUID() } } = batch
      await push(trackedText({ ...batch, named })).catch(() => {
        throw new ApiError('SERVICE_UNAVAILABLE', 'Events cannot be taken now. Try again later.')
      })
      return batch.answer
    },
    onTracked: (take) =>
      takeFrom(commands, list, { log, reportInvalid, restMs }, async (text) => {
        const batch = trackedIn(text)
        if (typeof batch === 'string') reportInvalid('tracked', batch)
        else await take(batch)
      }),
    readUnitSecret: async (environmentId) => {
      // Reads no more than a secret has, whatever another client stored there.
      const secret = await commands.getrange(secretKey(environmentId), 0, secretCharacters - 1)
      if (/^[0-9a-f]{64}$/.test(secret)) return secret
      throw new ApiError('SERVICE_UNAVAILABLE', 'Events cannot be taken yet. Try again in a moment.')
    },
    putUnitSecrets: async (secrets) => {
      await Promise.all(secrets.map(({ environmentId, secret }) => commands.set(secretKey(environmentId), secret)))
    },
  }
}
