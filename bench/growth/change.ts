import type { Question } from './dimension.ts'
import { configAt } from './place.ts'
import type { System } from './system.ts'

/** From the request until its answer, and until every Delivery instance evaluates with it. */
export type Change = { answeredMs: number; everywhereMs: number }

export const change = async (system: System): Promise<Change> => {
  const { dimension, size, place, send, deliveries } = system
  system.version += 1
  const config = configAt(system.version, dimension.rules?.(size) ?? [])
  const began = performance.now()
  await send('PUT', place.flag.path, config)
  const answeredMs = performance.now() - began
  await Promise.all(deliveries.map(({ deliveryUrl }) => evaluatesTo(deliveryUrl, system, config.defaultValue)))
  return { answeredMs, everywhereMs: performance.now() - began }
}

/** Asks until the answer is the new one, for a user whom no rule is about. */
const evaluatesTo = async (deliveryUrl: string, { place }: System, value: boolean): Promise<void> => {
  const question = { key: place.key, flagKey: place.flag.key, context: {} }
  while ((await evaluate(deliveryUrl, question)) !== value);
}

export const evaluate = async (deliveryUrl: string, { key, ...question }: Question): Promise<unknown> => {
  const response = await fetch(`${deliveryUrl}/v1/evaluate`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify(question),
  })
  return ((await response.json()) as { value: unknown }).value
}
