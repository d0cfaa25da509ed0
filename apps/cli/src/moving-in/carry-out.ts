import { ApiError, type Client } from '@bunting/contract'
import type { Output } from '../output/output.ts'
import { type Applied, applyStep, type Site } from '../project-file/apply.ts'
import { applyAll } from '../project-file/carry-out.ts'
import type { Step } from '../project-file/step.ts'
import type { Converted } from './converted.ts'
import type { ListStep } from './lists/plan-lists.ts'
import { uploadLists } from './lists/upload-lists.ts'
import { applySchedule, type ScheduleStep } from './schedule/plan-schedules.ts'

type Planned = { steps: readonly Step[]; lists: readonly ListStep[]; schedules: readonly ScheduleStep[] }

/**
 * Carries out the steps, lists and schedules. Whatever the organization's plan lacks becomes a finding; the rest goes on.
 * Returns how many lists were changed.
 */
export const carryOut = async (
  { api, out }: { api: Client; out: Output },
  site: Site,
  { steps, lists, schedules }: Planned,
  converted: Converted,
  why: { comment?: string },
): Promise<number> => {
  const apply = (step: Step) => orOff(step, converted, (each) => applyStep(api, site, each, why))
  const [first, rest] = beforeConfigs(steps)
  await applyAll(out, first, apply)
  // No config can name a large segment that nothing was uploaded to.
  const changedLists = await uploadLists({ api, out }, site, lists, why)
  await applyAll(out, rest, apply)
  const nameOf = (flagKey: string | undefined, environment: string | undefined) => `${environment} ${flagKey}`
  /** Flags that get no schedule: their config is only proposed, or was refused by the plan. */
  const others = new Set([
    ...steps.flatMap((step) => (step.do === 'propose config' ? [nameOf(step.key, step.env)] : [])),
    ...converted.findings.flatMap(({ code, flagKey, environment }) =>
      code === 'plan' ? [nameOf(flagKey, environment)] : [],
    ),
  ])
  for (const step of schedules) {
    if (others.has(nameOf(step.flagKey, step.environment))) continue
    await orAsItIs(step, converted, () => applySchedule(api, site, step, why))
  }
  return changedLists
}

/** Splits the steps into those that make what configs name, and the rest. */
const beforeConfigs = (steps: readonly Step[]): [Step[], Step[]] => {
  const at = steps.findIndex((step) => 'config' in step || step.do.endsWith('flag'))
  return at < 0 ? [[...steps], []] : [steps.slice(0, at), steps.slice(at)]
}

const isBeyondPlan = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.code === 'UPGRADE_REQUIRED'

/** Applies a step. A config that the plan does not include is imported as off, like one that Bunting cannot express. */
const orOff = async (
  step: Step,
  { findings }: Converted,
  apply: (step: Step) => Promise<Applied>,
): Promise<Applied> => {
  try {
    return await apply(step)
  } catch (error) {
    const isConfig = step.do === 'write config' || step.do === 'propose config'
    if (!isBeyondPlan(error) || !isConfig) throw error
    const { key: flagKey, env: environment, base, config } = step
    findings.push({ code: 'plan', kind: 'by-hand', flagKey, environment, message: error.message })
    // If an earlier import wrote a config, that one stays.
    if (base > 0) return { syncWarning: false, proposed: false }
    return apply({ ...step, config: { enabled: false, defaultValue: config.defaultValue, rules: [] } })
  }
}

/** Creates a schedule. If the plan includes none, the flag stays as it is now. */
const orAsItIs = async (
  { flagKey, environment }: ScheduleStep,
  { findings }: Converted,
  apply: () => Promise<void>,
): Promise<void> => {
  try {
    await apply()
  } catch (error) {
    if (!isBeyondPlan(error)) throw error
    findings.push({ code: 'plan', kind: 'widened', flagKey, environment, message: error.message })
  }
}
