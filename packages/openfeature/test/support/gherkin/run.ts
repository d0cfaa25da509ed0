import type { Pickle } from '@cucumber/messages'
import { type Run, runStep } from './steps.ts'
import type { World } from './world.ts'

/** Runs a scenario's steps, one after the other. */
export const runScenario = async (scenario: Pickle, world: World): Promise<void> => {
  const answer = { flagKey: '', value: undefined, flagMetadata: {} }
  const flag = { type: 'boolean', key: '', fallback: false } as const
  const run: Run = { world, flag, context: {}, answer, hooks: [], levels: [] }
  try {
    for (const { text, argument } of scenario.steps) {
      const table = argument?.dataTable?.rows.map(({ cells }) => cells.map(({ value }) => value)) ?? []
      await runStep(run, text, table)
    }
  } finally {
    await world.close()
  }
}
