import { findChanges } from '@bunting/contract/text'
import { own } from '../core/own.ts'
import type { ConfigStep } from './config-step.ts'
import { contentProblems } from './content-problems.ts'
import { factSteps } from './facts.ts'
import { namedIn } from './order.ts'
import { planConfigs } from './plan-configs.ts'
import { archiveFlagSteps, flagSteps, schemaSteps } from './plan-flags.ts'
import {
  type Current,
  type Noun,
  type PendingChange,
  type PendingProposal,
  type Plan,
  type PlanOptions,
  pick,
  updateOf,
  type Versions,
} from './plan-parts.ts'
import { archiveSegmentSteps, planSegmentConfigs, segmentSteps } from './plan-segments.ts'
import { problemsOf } from './problems.ts'
import type { ConfigEntry, ProjectFile, SegmentConfigEntry } from './project-file.ts'
import type { Step } from './step.ts'

/** The steps that make a project equal to a file, in order: segments first, since flags name them. */
export const planImport = (
  file: ProjectFile,
  current: Current,
  versions: Versions,
  { pending, changes }: { pending: readonly PendingProposal[]; changes: readonly PendingChange[] },
  options: PlanOptions,
): Plan => {
  const { propose, prunes } = options
  const segments = planSegmentConfigs(file, current, versions, pending, propose)
  const configs = planConfigs<ConfigEntry>({
    noun: 'flag',
    wanted: file.flags,
    before: current.flags,
    changes: (before, after) => findChanges(before ?? {}, after),
    current,
    versions,
    pending,
    propose,
  })
  const written = [...segments.steps, ...configs.steps]
  const usedSegments = used(segments.steps, written, 'segment')
  const usedFlags = used(configs.steps, written, 'flag')
  const missingFlags = splitMissing(current.flags, file.flags, prunes)
  // A file without `segments` leaves all segments as they are.
  const missingSegments = splitMissing(file.segments ? current.segments : {}, file.segments ?? {}, prunes)
  const steps: Step[] = [
    ...environmentSteps(file, current),
    ...segmentSteps(file, current, usedSegments),
    ...segments.steps.map(({ how, ...step }): Step => ({ do: `${how} segment`, ...step })),
    ...flagSteps(file, current, usedFlags),
    ...factSteps(file, current),
    ...configs.steps.map(({ how, ...step }): Step => ({ do: `${how} config`, ...step })),
    ...schemaSteps(file, current),
    ...archiveFlagSteps(file, current, usedFlags, missingFlags.pruned),
    ...archiveSegmentSteps(file, current, usedSegments, missingSegments.pruned),
    ...protectSteps(file, current),
  ]
  const waits = waitingFor(steps, changes)
  return {
    steps: steps.filter((step) => !waits.has(step)),
    problems: [
      ...problemsOf(file, current, versions, options.uploads),
      ...contentProblems(file, configs.steps, segments.steps),
      ...segments.problems,
      ...configs.problems,
    ],
    waiting: [...waits.values(), ...segments.waiting, ...configs.waiting],
    notes: [...segments.notes, ...configs.notes],
    unmentioned: [...missingFlags.left, ...missingSegments.left.map((key) => `the segment ${key}`)],
  }
}

/** The keys whose config is written, or that a written config names: these must not be archived meanwhile. */
const used = (
  own: readonly ConfigStep<unknown>[],
  written: readonly ConfigStep<ConfigEntry | SegmentConfigEntry>[],
  noun: Noun,
): Set<string> => new Set([...own.map(({ key }) => key), ...written.flatMap(({ config }) => namedIn(config, noun))])

type Entry = { archived: boolean; managedBy?: string | undefined }

/** Splits the active keys that are not in the file into those to archive and those to keep. */
const splitMissing = (
  current: Readonly<Record<string, Entry>>,
  wanted: object,
  prunes: PlanOptions['prunes'],
): { pruned: string[]; left: string[] } => {
  const missing = Object.entries(current).filter(([key, { archived }]) => !archived && !Object.hasOwn(wanted, key))
  const keysOf = (isPruned: boolean) => missing.filter(([, entry]) => prunes(entry) === isPruned).map(([key]) => key)
  return { pruned: keysOf(true), left: keysOf(false) }
}

const environmentSteps = (file: ProjectFile, current: Current): Step[] =>
  Object.entries(file.environments).flatMap(([slug, entry]): Step[] => {
    const before = own(current.environments, slug)
    const fields = pick(entry, ['name', 'color'])
    // It is protected in the last steps, after its configs are written.
    if (!before) return [{ do: 'create environment', slug, entry: { ...fields, protected: false } }]
    return updateOf(pick(before, ['name', 'color']), fields).map((update) => ({
      do: 'update environment',
      slug,
      ...update,
    }))
  })

/** Removing one of the first two is not a step but a problem: see `problemsOf`. */
const guards = ['protected', 'strict', 'emergency'] as const

const protectSteps = (file: ProjectFile, current: Current): Step[] =>
  Object.entries(file.environments).flatMap(([slug, entry]): Step[] => {
    const before = own(current.environments, slug)
    const isOf = (of: typeof entry | undefined, field: (typeof guards)[number]) => of?.[field] ?? false
    const changed = guards.filter((field) => isOf(entry, field) !== isOf(before, field))
    const fields = Object.fromEntries(changed.map((field) => [field, isOf(entry, field)]))
    const changes = changed.map((path) => ({ path, before: isOf(before, path), after: isOf(entry, path) }))
    return changed.length === 0 ? [] : [{ do: 'update environment', slug, fields, changes }]
  })

/** The steps that a pending proposal contains already, each with a note. */
const waitingFor = (steps: readonly Step[], changes: readonly PendingChange[]): Map<Step, string> => {
  const waiting = new Map<Step, string>()
  for (const step of steps) {
    if (step.do !== 'update flag') continue
    const found = changes.find(({ key, change }) => key === step.key && findChanges(change, step.fields).length === 0)
    if (found) waiting.set(step, `${step.key} is proposed to change already (${found.id}), and waits for an approval.`)
  }
  return waiting
}
