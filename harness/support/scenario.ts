import { afterAll, expect, inject, test } from 'vitest'
import { type Client, type ClientOptions, openClient } from './client.ts'
import { type Delivery, openDelivery } from './delivery.ts'
import { send } from './send.ts'

/** A scenario's parts: flags in the SDK's process, and services that they ask. */
export type Stage = {
  language: string
  /** Where the test service is. */
  service: string
  capabilities: readonly string[]
  open(options?: ClientOptions): Promise<Client>
  openDelivery(): Promise<Delivery>
}

type Options = {
  /** Beside the others of its file: it waits, and loads nothing. */
  concurrent?: boolean
  /** A capability that only some SDKs have, as docs/sdks.md says. */
  needs?: string
}

/** A scenario of the list in README.md, for every SDK. */
export const scenario = (
  number: number,
  sentence: string,
  run: (stage: Stage) => Promise<void>,
  { concurrent = false, needs }: Options = {},
): void => {
  const left: Delivery[] = []
  // A client that still calls after its scenario was not closed.
  afterAll(() => {
    const late = left.reduce((sum, delivery) => sum + delivery.late(), 0)
    for (const delivery of left) delivery.close()
    expect(late, `requests after scenario ${number} was over`).toBe(0)
  })
  for (const { language, url: service } of inject('sdks')) {
    const name = `${language} ${number}: ${sentence}`
    const define = concurrent ? test.concurrent : test
    define(name, async ({ skip }) => {
      const { capabilities } = await send<{ capabilities: string[] }>(service, 'GET', '/')
      if (needs !== undefined && !capabilities.includes(needs)) skip(`${language} has no ${needs}`)
      const clients: Client[] = []
      const deliveries: Delivery[] = []
      try {
        await run({
          language,
          service,
          capabilities,
          open: async (options = {}) => {
            const client = await openClient(service, options)
            clients.push(client)
            return client
          },
          openDelivery: async () => {
            const delivery = await openDelivery()
            deliveries.push(delivery)
            left.push(delivery)
            return delivery
          },
        })
      } finally {
        await Promise.all(clients.filter((client) => !client.isClosed()).map((client) => client.close()))
        for (const delivery of deliveries) delivery.over()
      }
    })
  }
}
