import type { Contexts } from '../core/context.ts'
import type { Outcome } from '../core/exit-code.ts'
import { Failure, wrongUse } from '../core/failure.ts'
import { own } from '../core/own.ts'
import { writeFile } from '../core/write-file.ts'
import { counted } from '../output/counted.ts'
import { bold, dim, green, rich } from '../output/rich.ts'
import { noteRest, printSteps } from '../project-file/carry-out.ts'
import { withKnownOwners } from '../project-file/facts.ts'
import { sayOlder } from '../project-file/older-sdks.ts'
import { openTarget } from '../project-file/open-target.ts'
import { planImport } from '../project-file/plan.ts'
import { type FlagEntry, projectFileText } from '../project-file/project-file.ts'
import type { Step } from '../project-file/step.ts'
import { carryOut } from './carry-out.ts'
import { convertSnapshot } from './convert-snapshot.ts'
import type { Choices, Converted, Finding, Source } from './converted.ts'
import { withBigSegments } from './launchdarkly/big-segments.ts'
import { countedList, listText, planLists } from './lists/plan-lists.ts'
import { noteFindings } from './note-findings.ts'
import { readIds } from './read/read-ids.ts'
import { readService } from './read/read-service.ts'
import { snapshotFile } from './read/snapshot-file.ts'
import { readDocument } from './read-document.ts'
import { reportOf } from './report/report.ts'
import { reportWriter } from './report/write-report.ts'
import { planSchedules, scheduleText } from './schedule/plan-schedules.ts'
import { selectFlags } from './select-flags.ts'
import { chooseEnvironments, parseRenames, readSnapshot, theirNames } from './snapshot.ts'
import { toProjectFile } from './to-project-file.ts'
import { readContexts } from './verify/read-contexts.ts'
import { type Asked, verifyImport } from './verify/verify.ts'

/** The arguments and options of the command. */
export type FromInput = Asked & {
  from: Source
  file: string | undefined
  project: string | undefined
  env: string[] | undefined
  rename: string | undefined
  only: string | undefined
  ids: string[] | undefined
  fractional: '1' | '2' | '3' | undefined
  unleashSpec: '4' | '5' | undefined
  unleashEngine: 'node' | 'yggdrasil' | undefined
  save: string | undefined
  report: string | undefined
  snapshot: string | undefined
  dryRun: boolean | undefined
  propose: boolean | undefined
  prune: boolean | undefined
  comment: string | undefined
}

/** Imports the flags of another service. Everything is computed and compared before anything is changed. */
export const importFrom = async (context: Contexts['server'], input: FromInput): Promise<Outcome> => {
  const { api, ask, out, connection } = context
  const { from, file: path, dryRun, comment } = input
  if (input.prune) wrongUse('--prune does not go with --from: what a source does not know may be your own.')
  const slug = input.project ?? connection.project ?? wrongUse('Into which project?', '--project <slug>')
  if (input.ids && from !== 'launchdarkly') wrongUse('--ids goes with --from launchdarkly alone.')
  const writeReport = reportWriter(input.report)
  const name = path ?? from
  const read =
    path === undefined
      ? {
          plain: false,
          snapshot: await readService(context, from, theirNames(input.env ?? []), snapshotFile(input.snapshot)),
        }
      : readSnapshot(await readDocument(ask, path), from, path)
  if (path !== undefined) snapshotFile(input.snapshot).save(read.snapshot)
  const snapshot = await withBigSegments(read.snapshot, input.ids ?? [], readIds)
  const { exists, site, current, versions, ...waiting } = await openTarget(api, slug, slug)
  const ours = Object.entries(current.environments).map(([name, entry]) => ({ slug: name, protected: entry.protected }))
  const choices = choicesOf(input, chooseEnvironments(read, input.env ?? [], ours))
  const { converted: chosen, note } = selectFlags(convertSnapshot(snapshot, choices), input.only)
  const { file, notes } = withKnownOwners(toProjectFile(chosen, current), current, site.members)
  const converted: Converted = {
    ...chosen,
    findings: [...chosen.findings, ...notes.map(ownerUnknown), ...otherLetters(from, input.contexts)],
  }
  const verified = await verifyImport(context, snapshot, choices, converted, input)
  const reported = () => reportOf(from, converted, choices.environments.size, verified)
  const linkOf = (flagKey: string) => originOf(own(converted.flags, flagKey))
  if (input.save !== undefined) writeFile(input.save, projectFileText(file))
  writeReport(reported(), linkOf)
  noteFindings(out, reported())
  if (note !== undefined) out.note(dim(note))
  const plan = planImport(file, current, versions, waiting, {
    propose: input.propose ?? false,
    prunes: () => false,
    uploads: (key, env) => {
      const { large, environments } = own(converted.segments, key) ?? {}
      return large === true && own(environments ?? {}, env) !== undefined
    },
  })
  const lists = await planLists(api, { site, current, ids: waiting.ids }, converted, input)
  plan.problems.push(...lists.problems)
  plan.waiting.push(...lists.waiting)
  const steps: Step[] = [...(exists ? [] : [{ do: 'create project', slug, name: slug } as const]), ...plan.steps]
  const schedules = await planSchedules(
    api,
    site,
    converted.schedules ?? [],
    (key) => own(current.flags, key) !== undefined,
    steps,
  )
  const older = await sayOlder(api, site, file, steps)
  noteRest(out, { ...plan, notes: [...plan.notes, ...older], unmentioned: [] })
  if (dryRun) {
    const shown = {
      report: reported(),
      steps: [...steps, ...lists.steps.map(countedList), ...schedules],
      problems: plan.problems,
      waiting: plan.waiting,
    }
    out.show(shown, () => {
      if (steps.length > 0 || lists.steps.length + schedules.length === 0) printSteps(out, steps)
      for (const step of lists.steps) out.print(bold(listText(step)))
      for (const step of schedules) out.print(bold(scheduleText(step)))
    })
  }
  if (plan.problems.length > 0) throw new Failure('refused', `Nothing was changed in ${slug}:`, plan.problems)
  if (verified && verified.unexplained > 0) {
    throw new Failure('refused', `Nothing was changed in ${slug}: answers differ, and no finding says why.`)
  }
  const planned = steps.length + schedules.length
  if (dryRun) return planned + lists.steps.length + plan.waiting.length === 0 ? 'ok' : 'refused'
  const why = comment === undefined ? {} : { comment }
  const changes =
    planned + (await carryOut({ api, out }, site, { steps, lists: lists.steps, schedules }, converted, why))
  writeReport(reported(), linkOf)
  out.show({ report: reported(), applied: [...steps, ...lists.steps.map(countedList), ...schedules] }, () =>
    out.note(
      changes === 0
        ? rich`Nothing to change: ${slug} is like ${name}.`
        : rich`${green('Imported')} ${name} into ${slug}: ${counted(changes, 'change')}.`,
    ),
  )
  return 'ok'
}

const choicesOf = (input: FromInput, environments: Map<string, string>): Choices => {
  const { fractional, unleashSpec, unleashEngine } = input
  return {
    environments,
    rename: parseRenames(input.rename),
    ...(fractional === undefined ? {} : { fractional: Number(fractional) as 1 | 2 | 3 }),
    ...(unleashSpec === undefined ? {} : { unleashSpec: Number(unleashSpec) as 4 | 5 }),
    ...(unleashEngine === undefined ? {} : { unleashEngine }),
    nowMs: Date.now(),
  }
}

/** The flag's page at its source, which is the last line of its description. */
const originOf = (flag: FlagEntry | undefined): string | undefined =>
  flag?.description?.split('\n').findLast((line) => line.startsWith('https://'))

const ownerUnknown = (message: string) => ({ code: 'owner-unknown', kind: 'exact', message }) as const

/** Warns of user ids with non-ASCII letters, on which GrowthBook's SDKs disagree. */
const otherLetters = (from: Source, contexts: string | undefined): Finding[] => {
  if (from !== 'growthbook') return []
  const count = readContexts(contexts).filter(({ userId = '' }) => /[^\p{ASCII}]/u.test(userId)).length
  if (count === 0) return []
  const message = `${count} of the contexts have ids with other letters than ASCII, which its SDKs draw differently.`
  return [{ code: 'utf16', kind: 'exact', message }]
}
