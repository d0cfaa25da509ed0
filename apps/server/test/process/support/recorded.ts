import { expect } from 'vitest'
import { deliveryClient } from '../../../src/testing/clients/delivery-client.ts'
import { today } from '../../../src/testing/events.ts'
import type { ServiceHere } from '../../../src/testing/servers/start-here.ts'
import { config } from '../../../src/testing/test-organization.ts'
import { openOrganization } from './organization.ts'

type Addresses = Pick<ServiceHere, 'managementUrl' | 'deliveryUrl'>

export const prepareFlag = async (server: Addresses, apiKey: string) => {
  const organization = await openOrganization(apiKey, server)
  await organization.createFlag({ key: 'recorded' })
  await organization.put(organization.at('recorded'), config({ defaultValue: true }))
}

export const evaluateOften = async ({ deliveryUrl }: Addresses, apiKey: string, count: number) => {
  const delivery = deliveryClient(deliveryUrl, apiKey)
  const ask = () => delivery.send('POST', '/ofrep/v1/evaluate/flags/recorded', { context: { targetingKey: 'ada' } })
  for (let asked = 0; asked < count; asked++) expect((await ask()).status).toBe(200)
}

/** The usage of the flag today. */
export const recorded = async (server: Addresses, apiKey: string) => {
  const organization = await openOrganization(apiKey, server)
  const environmentId = organization.environmentId('development')
  await organization.post('/v1/telemetry/backfill', { date: today(), environmentId })
  const { body } = await organization.get(`${organization.base}/flags/recorded/usage?environmentId=${environmentId}`)
  return body.rows
}
