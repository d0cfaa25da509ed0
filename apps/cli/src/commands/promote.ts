import type { AnswerOf, Endpoints } from '@bunting/contract'
import { commentOption } from '../config/write-version.ts'
import { command } from '../core/command.ts'
import { wrongUse } from '../core/failure.ts'
import { several, switched, text } from '../core/parameters.ts'
import { counted } from '../output/counted.ts'
import type { Output } from '../output/output.ts'
import { bold, dim, green, type Rich, red, rich, yellow } from '../output/rich.ts'
import { warnOfSync } from '../output/warn-of-sync.ts'
import { findEnvironment } from '../server/find-environment.ts'

type Promoted = AnswerOf<Endpoints['createPromotion']>['items'][number]

export const promote = command({
  name: 'promote',
  summary: 'Bring the configs of flags from one environment to another',
  description:
    'With the segments that they need. It only shows what would happen, and exits with 1 where something would change; with --apply it does it, and exits with 1 where something failed. A protected environment gets proposals.',
  target: 'project',
  arguments: { flags: several('keys of flags, 1 to 100', { complete: 'flag' }) },
  options: {
    from: text('slug', 'the environment to take them from', { complete: 'environment' }),
    to: text('slug', 'the environment to bring them to', { complete: 'environment' }),
    all: switched('every flag that has a config there'),
    ...commentOption,
    apply: switched('do it'),
    yes: switched('do not ask'),
  },
  examples: [
    'promote new-checkout --from staging --to production',
    'promote new-checkout free-shipping --from staging --to production --apply --comment "Release 42"',
    'promote --all --from development --to staging --apply --yes',
  ],
  run: async ({ api, ask, out, project }, { flags, from, to, all, comment, apply, yes }) => {
    if (from === undefined || to === undefined) return wrongUse('From where to where?', '--from <slug> --to <slug>')
    if ((flags.length === 0) !== (all === true)) return wrongUse('Which flags?', 'their keys, or --all')
    const source = await findEnvironment(api, project, from)
    const target = await findEnvironment(api, project, to)
    const why = comment === undefined ? {} : { comment }
    const body = { from: source.id, to: target.id, flags: all ? ('all' as const) : flags, ...why }
    const send = (dryRun: boolean) =>
      api.createPromotion({ params: { projectId: project.id }, body: { ...body, dryRun } })

    const planned = await send(true)
    const changes = planned.items.filter(willChange)
    if (!apply || changes.length === 0) {
      out.show(planned, () => printItems(out, planned.items, apply ? undefined : changes.length))
      return planned.items.every(({ outcome }) => outcome === 'same') ? 'ok' : 'refused'
    }
    if (!yes) for (const line of linesOf(planned.items)) out.note(line)
    await ask.confirm(`Promote ${counted(changes.length, 'config')} from ${source.slug} to ${target.slug}?`, yes)
    const done = await send(false)
    out.show(done, () => printItems(out, done.items, undefined))
    warnOfSync(out, done)
    return done.items.some(({ outcome }) => outcome === 'failed') ? 'refused' : 'ok'
  },
})

const willChange = ({ outcome }: Promoted): boolean => outcome === 'changed' || outcome === 'proposed'

const outcomes: Record<Promoted['outcome'], Rich> = {
  same: dim('same'),
  changed: green('changed'),
  proposed: yellow('proposed'),
  failed: red('failed'),
}

const nameOf = ({ flagKey, segmentKey }: Promoted): string => flagKey ?? `segment ${segmentKey}`

const linesOf = (items: readonly Promoted[]): Rich[] =>
  items.map((item) => rich`  ${outcomes[item.outcome]} ${bold(nameOf(item))}${item.message ? `: ${item.message}` : ''}`)

/** Prints the outcome of each item; `changes` is the number of changes that a dry run found. */
const printItems = (out: Output, items: readonly Promoted[], changes: number | undefined): void => {
  out.table(
    ['what', 'key', 'outcome', 'version', 'proposal', 'why'],
    items.map((item) => [
      item.flagKey === undefined ? 'segment' : 'flag',
      item.flagKey ?? item.segmentKey ?? '',
      outcomes[item.outcome],
      item.version ?? '',
      item.proposalId ?? '',
      item.message ?? '',
    ]),
  )
  if (changes === undefined) return
  if (changes > 0) out.note(dim(rich`Nothing changed yet: say it with --apply.`))
  else if (items.every(({ outcome }) => outcome === 'same')) out.note(rich`No difference.`)
}
