import { setTimeout } from 'node:timers/promises'
import { deliveryClient } from '../../apps/server/src/testing/clients/delivery-client.ts'
import type { ServerProcess } from '../../apps/server/src/testing/servers/server-process.ts'
import type { Place, Send } from '../growth/place.ts'
import type { openUploader } from './uploader.ts'

export const million = 1_000_000

/** What is promised; over it the measurement fails. */
export const bounds = {
  secondsAMillion: 20,
  additionMs: 1_000,
  lookUpNs: 2_000,
  memoryMb: 50,
  heldMbAMillion: 10,
  stallMs: 50,
}

/** A figure, and whether it is over its bound. */
export const held = (figure: string, isHeld: boolean): string => {
  if (!isHeld) process.exitCode = 1
  return isHeld ? figure : `${figure} (over)`
}

export const say = (text: string): void => void process.stderr.write(`${text}\n`)

export type Bench = {
  server: Pick<ServerProcess, 'pid' | 'managementUrl' | 'deliveryUrl'>
  place: Place
  send: Send
  uploader: ReturnType<typeof openUploader>
}

/** Ids of an upload are numbered: `from`, and as many after it. */
export const idAt = (at: number): string => `user-${at}@example.org`

export const makeSegment = ({ send, place }: Bench, key: string) =>
  send('POST', `${place.project.path}/segments`, { key, name: key, large: true })

export const uploadTo = (
  { server, place, uploader }: Bench,
  segment: string,
  upload: { op: string; from: number; count: number },
) =>
  uploader.send({
    url: `${server.managementUrl}${place.environment.path}/segments/${segment}/ids`,
    key: place.key,
    ...upload,
  })

/** A flag that is on for those in the segment. */
export const makeFlag = async ({ send, place }: Bench, segment: string): Promise<string> => {
  const key = `of-${segment}`
  await send('POST', `${place.project.path}/flags`, { key, name: key, type: 'boolean' })
  const rule = { value: true, conditions: [{ operator: 'in_segment', value: segment }] }
  const config = { version: 1, enabled: true, defaultValue: false, rules: [rule] }
  await send('PUT', `${place.environment.path}/flags/${key}`, config)
  return key
}

/** Waits until a Delivery answers by the list that has the user. */
export const isOnFor = async (deliveryUrl: string, key: string, flag: string, userId: string): Promise<void> => {
  const client = deliveryClient(deliveryUrl, key)
  while ((await client.evaluate(flag, { userId })).body.value !== true) await setTimeout(1)
}
