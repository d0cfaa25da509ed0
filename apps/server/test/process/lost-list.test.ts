import { listHead } from '@bunting/engine'
import { Redis } from 'ioredis'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connectRedis } from '../../src/edge/redis/connect.ts'
import { listsIn } from '../../src/edge/redis/lists.ts'

test('a list of which Redis lost a part while it was written is not there, and is written again', async () => {
  const connected = connectRedis(inject('redisUrl'))
  const client = new Redis(inject('redisUrl'))
  onTestFinished(() => {
    connected.close()
    client.disconnect()
  })
  const lists = listsIn(connected)
  const named = { list: 'list_lost', version: 1, size: 2, salt: '', sha256: 'a'.repeat(64) }
  const keys = () => client.keys('bunting:list:{list_lost}:*')
  /** Between two pieces all that is written is lost, as when another master takes over. */
  const pieces = async function* (isLost: boolean) {
    yield listHead(0, 1, 2, 0)
    if (isLost) await client.del(await keys())
    yield new Uint8Array(16)
  }
  await expect.poll(() => connected.commands.status).toBe('ready')
  await expect(lists.put(named, async () => pieces(true))).rejects.toThrow('lost a part')
  await expect.poll(keys).toEqual([])
  expect(await lists.read(named, 0)).toBeUndefined()
  await lists.put(named, async () => pieces(false))
  expect(await lists.read(named, 0)).toBeDefined()
})
