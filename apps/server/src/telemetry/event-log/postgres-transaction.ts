import type { Pool, PoolClient } from 'pg'

/** Work on a connection of its own; one that failed is not used again, and with it goes whatever it held. */
export const withClient = async <Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> => {
  const client = await pool.connect()
  // One that breaks while nothing is asked of it must not end the process: the next question fails.
  client.on('error', ignore)
  try {
    const result = await work(client)
    client.off('error', ignore)
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

const ignore = () => undefined

export const inTransaction = <Result>(pool: Pool, work: (client: PoolClient) => Promise<Result>): Promise<Result> =>
  withClient(pool, async (client) => {
    await client.query('begin')
    const result = await work(client)
    await client.query('commit')
    return result
  })
