import type { FlagKind } from '@bunting/contract'
import type { FlagConfig } from '@bunting/engine'
import { useQuery } from '@tanstack/react-query'
import { useChange } from './core/change.ts'
import { api } from './core/client.ts'
import { fewAtOnce } from './core/few-at-once.ts'
import { inChunks } from './core/in-chunks.ts'
import { summaryKeys } from './flag-summaries.ts'
import { toBody } from './flag-versions.ts'
import { readChangedFlags } from './flags.ts'
import { healthKeys } from './health.ts'
import { proposalKeys } from './proposals.ts'
import { segmentKeys } from './segments.ts'

type FactsChange = {
  tags?: string[]
  ownerId?: string | null
  kind?: FlagKind | null
  expectedEnd?: string | null
  archived?: boolean
}

/** One step of a bulk change. Each takes one or two requests. */
export type Step =
  | { does: 'update'; flagKey: string; change: FactsChange }
  /** The config has the number of the new version. */
  | { does: 'save'; flagKey: string; envId: string; config: FlagConfig }
  /** The config has the number of the version that it started from. */
  | { does: 'propose'; flagKey: string; envId: string; config: FlagConfig }
  /** Saves the config of an earlier version as the next version. */
  | { does: 'restore'; flagKey: string; envId: string; version: number; as: number }
  | { does: 'restoreSegment'; segmentKey: string; envId: string; version: number; as: number }
  | { does: 'withdraw'; of: string; proposalId: string }
  | { does: 'promote'; flagKeys: string[]; from: string; to: string }

export type Promoted = Awaited<ReturnType<typeof api.createPromotion>>['items'][number]

/** The result of a step. */
type Answer = { version?: number; proposalId?: string; promoted?: readonly Promoted[]; syncWarning?: string }

export type Done = { step: Step; answer: Answer }
export type Failure = { step: Step; error: Error }

const doers: { [Does in Step['does']]: (target: Target, step: Extract<Step, { does: Does }>) => Promise<Answer> } = {
  update: async ({ projectId }, { flagKey, change }) => {
    const answer = await api.updateFlag({ params: { projectId, flagKey }, body: change })
    return 'change' in answer ? { proposalId: answer.id } : warningOf(answer)
  },
  save: async ({ projectId, why }, { flagKey, envId, config }) => {
    const body = { ...toBody(config), ...why }
    const answer = await api.createFlagVersion({ params: { projectId, envId, flagKey }, body })
    return { version: answer.version, ...warningOf(answer) }
  },
  propose: async ({ projectId, why }, { flagKey, envId, config }) => {
    const body = { ...toBody(config), ...why }
    return { proposalId: (await api.createProposal({ params: { projectId, envId, flagKey }, body })).id }
  },
  restore: async (target, { flagKey, envId, version, as }) => {
    const params = { projectId: target.projectId, envId, flagKey, version: String(version) }
    const { config } = await api.getFlagVersion({ params })
    return doers.save(target, { does: 'save', flagKey, envId, config: { ...(config as FlagConfig), version: as } })
  },
  restoreSegment: async ({ projectId, why }, { segmentKey, envId, version, as }) => {
    const params = { projectId, envId, segmentKey }
    const { config } = await api.getSegmentVersion({ params: { ...params, version: String(version) } })
    const body = { ...(structuredClone(config) as SegmentBody), version: as, ...why }
    return warningOf(await api.createSegmentVersion({ params, body }))
  },
  withdraw: async (_place, { proposalId }) => {
    await api.rejectProposal({ params: { proposalId }, body: {} })
    return {}
  },
  promote: async ({ projectId, why }, { flagKeys, from, to }) => {
    const body = { from, to, flags: flagKeys, dryRun: false, ...why }
    const answer = await api.createPromotion({ params: { projectId }, body })
    return { promoted: answer.items, ...warningOf(answer) }
  },
}

type SegmentBody = Parameters<typeof api.createSegmentVersion>[0]['body']

type Target = { projectId: string; why: { comment?: string } }

const warningOf = (answer: object): Answer =>
  'syncWarning' in answer && typeof answer.syncWarning === 'string' ? { syncWarning: answer.syncWarning } : {}

export type Many = {
  steps: readonly Step[]
  comment?: string | undefined
  /** Runs the steps one after another, because later ones depend on earlier ones. */
  inOrder?: boolean
  /** Called after each step with the number of flags done. */
  onProgress?(done: number): void
}

const runMany = async (projectId: string, { steps, comment, inOrder, onProgress }: Many) => {
  const target = { projectId, why: comment === undefined ? {} : { comment } }
  const done: Done[] = []
  const failures: Failure[] = []
  let finished = 0
  const work = async (step: Step): Promise<void> => {
    try {
      // Every step has a function in the table, which the compiler cannot infer.
      const answer = await (doers[step.does] as (target: Target, step: Step) => Promise<Answer>)(target, step)
      done.push({ step, answer })
    } catch (error) {
      failures.push({ step, error: error as Error })
    }
    finished += step.does === 'promote' ? step.flagKeys.length : 1
    onProgress?.(finished)
  }
  await fewAtOnce(steps, work, inOrder ? 1 : undefined)
  readChangedFlags(
    projectId,
    steps.flatMap(keysOf).map((flagKey) => ({ resourceType: 'flag', resourceId: '', flagKey })),
  )
  const unsynced = done.find(({ answer }) => answer.syncWarning !== undefined)
  return { done, failures, ...(unsynced?.answer.syncWarning ? { syncWarning: unsynced.answer.syncWarning } : {}) }
}

const keysOf = (step: Step): readonly string[] =>
  step.does === 'promote' ? step.flagKeys : 'flagKey' in step ? [step.flagKey] : []

/** Runs many steps; a failed one does not stop the others. */
export const useMany = (projectId: string) =>
  useChange({
    run: (many: Many) => runMany(projectId, many),
    touches: () => [
      summaryKeys.all(projectId),
      proposalKeys.all(projectId),
      segmentKeys.all(projectId),
      ['flag-versions', projectId],
      ['audit', projectId],
      healthKeys.cleanup(projectId),
    ],
  })

/** The result of a promotion as a dry run, in requests of as many flags as one may name. */
export const usePromotionTrial = (projectId: string, { from, to, flagKeys }: Omit<Promotion, 'does'>) =>
  useQuery({
    queryKey: ['promotion-trial', projectId, from, to, flagKeys],
    queryFn: async () => {
      const tried: Promoted[] = []
      for (const flags of inChunks(flagKeys)) {
        const body = { from, to, flags, dryRun: true }
        tried.push(...(await api.createPromotion({ params: { projectId }, body })).items)
      }
      return tried
    },
    enabled: from !== to,
    // The answer holds for now only, so it is not cached.
    staleTime: 0,
    gcTime: 0,
  })

/** The steps that promote any number of flags, in requests of as many as one may name. */
export const promotionSteps = ({ flagKeys, from, to }: Omit<Promotion, 'does'>): Step[] =>
  inChunks(flagKeys).map((keys) => ({ does: 'promote', flagKeys: keys, from, to }))

type Promotion = Extract<Step, { does: 'promote' }>
