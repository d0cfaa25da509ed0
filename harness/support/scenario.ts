import { afterAll, expect, inject, test } from 'vitest'
import { type Client, type ClientOptions, openClient } from './client.ts'
import { type Delivery, openDelivery } from './delivery.ts'
import { send } from './send.ts'

/** The parts of a scenario: flags in the process of an SDK, and the services that they call. */
export type Stage = {
  language: string
  /** The URL of the test service. */
  service: string
  capabilities: readonly string[]
  open(options?: ClientOptions): Promise<Client>
  openDelivery(): Promise<Delivery>
}

type Options = {
  /** Runs the scenario concurrently with others of its file. For scenarios that only wait. */
  concurrent?: boolean
  /** A capability that only some SDKs have: see docs/sdks.md. */
  needs?: string
}

/** Defines a scenario of the list in README.md, for all SDKs. */
export const scenario = (
  number: number,
  sentence: string,
  run: (stage: Stage) => Promise<void>,
  { concurrent = false, needs }: Options = {},
): void => {
  const left: Delivery[] = []
  // A client that sends requests after its scenario was not closed.
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
