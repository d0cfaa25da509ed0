import { configOf, flagsOf } from '../engine/flags.ts'
import type { DeliveryProcess } from '../support/delivery.ts'
import type { BenchEdge } from '../support/edge.ts'
import type { Readers } from './start-readers.ts'

const nowMs = (): number => performance.timeOrigin + performance.now()

/** An environment in which one flag changes again and again. */
export type Changing = {
  key: string
  revision(): number
  /** Milliseconds from the change in the edge cache until every reader has it. */
  change(readers: Readers): Promise<number>
}

export const openChanging = async (edge: BenchEdge, environmentId: string, flagCount: number): Promise<Changing> => {
  const flags = Object.fromEntries(flagsOf(flagCount).map((flag) => [flag.key, configOf(flag)]))
  const [changed] = Object.values(flags)
  let revision = 1
  return {
    key: await edge.publish(environmentId, flags, revision),
    revision: () => revision,
    change: async (readers) => {
      revision += 1
      if (changed) changed.enabled = revision % 2 === 1
      const { all } = await readers.expect(revision)
      const began = nowMs()
      await edge.publish(environmentId, flags, revision)
      return (await all) - began
    },
  }
}

/** How many streams the server says it has. */
export const streamCount = async ({ deliveryUrl }: Pick<DeliveryProcess, 'deliveryUrl'>): Promise<number> => {
  const text = await (await fetch(`${deliveryUrl}/metrics`)).text()
  return Number(/^bunting_delivery_streams (\d+)$/m.exec(text)?.[1])
}
