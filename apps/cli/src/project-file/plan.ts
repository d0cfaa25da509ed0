import { nearest } from '@bunting/contract'
import { findChanges } from '../config/changes.ts'
import { didYouMean } from '../failure.ts'
import { own } from '../own.ts'
import { planConfigs } from './plan-configs.ts'
import { type PendingChange, type PendingProposal, type Plan, type PlanOptions, pick } from './plan-parts.ts'
import type { FlagEntry, ProjectFile } from './project-file.ts'
import type { Step } from './step.ts'

/** What it takes to make a project like a file, in the order it has to happen. */
export const planImport = (
  file: ProjectFile,
  current: ProjectFile,
  versions: (key: string, env: string) => number,
  { pending, changes }: { pending: readonly PendingProposal[]; changes: readonly PendingChange[] },
  options: PlanOptions,
): Plan => {
  const configs = Object.entries(file.flags).map(([key, entry]) =>
    planConfigs({ key, entry, file, current, versions, pending, propose: options.propose }),
  )
  const changed = new Set(configs.flatMap(({ steps }) => steps.map(({ key }) => key)))
  const missing = Object.keys(current.flags).filter((key) => !Object.hasOwn(file.flags, key))
  const active = missing.filter((key) => !own(current.flags, key)?.archived)
  const steps = [
    ...environmentSteps(file, current),
    ...Object.entries(file.flags).flatMap(([key, entry]) =>
      flagSteps(key, entry, own(current.flags, key), changed.has(key)),
    ),
    ...configs.flatMap((one) => one.steps),
    ...Object.entries(file.flags)
      .filter(([key, { archived }]) => archived && (!own(current.flags, key)?.archived || changed.has(key)))
      .map(([key]) => archiveStep(key)),
    ...(options.prune ? active.map(archiveStep) : []),
    ...protectSteps(file, current),
  ]
  const waits = waitingFor(steps, changes)
  return {
    steps: steps.filter((step) => !waits.has(step)),
    problems: [...problemsOf(file, current), ...configs.flatMap(({ problems }) => problems)],
    waiting: [...waits.values(), ...configs.flatMap(({ waiting }) => waiting)],
    notes: configs.flatMap(({ notes }) => notes),
    unmentioned: options.prune ? [] : active,
  }
}

const environmentSteps = (file: ProjectFile, current: ProjectFile): Step[] =>
  Object.entries(file.environments).flatMap(([slug, entry]): Step[] => {
    const before = own(current.environments, slug)
    // Protected last, when its configs are in.
    if (!before)
      return [{ do: 'create environment', slug, entry: { ...pick(entry, ['name', 'color']), protected: false } }]
    const fields = pick(entry, ['name', 'color'])
    const changes = findChanges(pick(before, ['name', 'color']), fields)
    return changes.length === 0 ? [] : [{ do: 'update environment', slug, fields, changes }]
  })

const protectSteps = (file: ProjectFile, current: ProjectFile): Step[] =>
  Object.entries(file.environments).flatMap(([slug, entry]): Step[] => {
    const before = own(current.environments, slug)
    const added = (['protected', 'strict'] as const).filter((field) => entry[field] && !before?.[field])
    const fields = Object.fromEntries(added.map((field) => [field, true]))
    const changes = added.map((path) => ({ path, before: false, after: true }))
    return added.length === 0 ? [] : [{ do: 'update environment', slug, fields, changes }]
  })

const flagSteps = (key: string, entry: FlagEntry, before: FlagEntry | undefined, changesConfig: boolean): Step[] => {
  if (!before) return [{ do: 'create flag', key, entry }]
  // An archived flag takes no config, so it comes back for as long as it gets one.
  const unarchive = before.archived && (!entry.archived || changesConfig) ? { archived: false } : {}
  const update = <Fields extends object>(from: Fields, fields: Fields): Step[] => {
    const changes = findChanges(from, fields)
    return changes.length === 0 ? [] : [{ do: 'update flag', key, fields, changes }]
  }
  // Apart, because a strict environment takes these as proposals, each of its own.
  return [
    ...update(pick(before, ['name', 'description']), pick(entry, ['name', 'description'])),
    ...update(pick(before, ['clientSafe']), pick(entry, ['clientSafe'])),
    ...update('archived' in unarchive ? { archived: true } : {}, unarchive),
  ]
}

/** Those of the steps that a pending proposal says already, in words. */
const waitingFor = (steps: readonly Step[], changes: readonly PendingChange[]): Map<Step, string> => {
  const waiting = new Map<Step, string>()
  for (const step of steps) {
    if (step.do !== 'update flag') continue
    const found = changes.find(({ key, change }) => key === step.key && findChanges(change, step.fields).length === 0)
    if (found) waiting.set(step, `${step.key} is proposed to change already (${found.id}), and waits for an approval.`)
  }
  return waiting
}

const archiveStep = (key: string): Step => ({
  do: 'update flag',
  key,
  fields: { archived: true },
  changes: [{ path: 'archived', before: false, after: true }],
})

const problemsOf = (file: ProjectFile, current: ProjectFile): string[] => {
  const slugs = [...Object.keys(file.environments), ...Object.keys(current.environments)]
  const unprotected = Object.entries(file.environments)
    .filter(([slug, entry]) => own(current.environments, slug)?.protected && !entry.protected)
    .map(
      ([slug]) =>
        `The file takes the protection off ${slug}: do that yourself, with bunting environments unprotect ${slug}.`,
    )
  const loosened = Object.entries(file.environments)
    .filter(([slug, entry]) => own(current.environments, slug)?.strict && entry.protected && !entry.strict)
    .map(
      ([slug]) =>
        `The file makes ${slug} strict no longer: propose that yourself, with bunting environments update ${slug} --no-strict.`,
    )
  const flags = Object.entries(file.flags).flatMap(([key, { type, environments }]) => {
    const before = own(current.flags, key)
    const retyped =
      before && before.type !== type ? [`${key} is a ${before.type} flag: its type cannot become ${type}.`] : []
    const unknown = Object.keys(environments)
      .filter((slug) => !slugs.includes(slug))
      .map((slug) => `${key} names the environment "${slug}", which is not there.${didYouMean(nearest(slug, slugs))}`)
    return [...retyped, ...unknown]
  })
  return [...unprotected, ...loosened, ...flags]
}
