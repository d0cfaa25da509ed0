import { findChanges } from '@bunting/contract/text'
import { draftOf, findLatest } from '../../config/flag-config.ts'
import { command } from '../../core/command.ts'
import type { EnvironmentContext } from '../../core/context.ts'
import { refuse, wrongUse } from '../../core/failure.ts'
import { optional, parseWhole, text } from '../../core/parameters.ts'
import { changeLines } from '../../output/change-lines.ts'
import { dim, rich } from '../../output/rich.ts'
import { findEnvironment } from '../../server/find-environment.ts'
import { type Flag, getFlag } from '../../server/flags.ts'
import { flagArgument } from './flag-argument.ts'
import { getVersion } from './get-version.ts'

const version = (words: string) => ({ ...optional(words), parse: parseWhole as (value: string) => number | undefined })

export const diffVersions = command({
  name: 'diff',
  summary: 'Compare two versions of a flag, or two environments',
  description: 'Without versions it compares the latest with the one before. It exits with 1 where they differ.',
  target: 'environment',
  arguments: {
    ...flagArgument,
    from: version('the older version (default: the one before)'),
    to: version('the newer version (default: the latest)'),
  },
  options: { with: text('slug', 'compare with the latest of this environment instead', { complete: 'environment' }) },
  examples: [
    'flags diff new-checkout',
    'flags diff new-checkout 3 5',
    'flags diff new-checkout --env staging --with production',
  ],
  run: async (context, { flag: flagKey, from, to, with: other }) => {
    if (other !== undefined && from !== undefined) wrongUse('Compare versions or environments, not both.')
    const flag = await getFlag(context, flagKey)
    const [before, after] =
      other === undefined ? await twoVersions(context, flag, from, to) : await twoEnvironments(context, flag, other)
    const changes = findChanges(draftOf(before.config), draftOf(after.config))
    context.out.show(changes, () => {
      context.out.note(dim(rich`${flag.key}: ${before.name} → ${after.name}`))
      for (const line of changeLines(changes)) context.out.print(line)
      if (changes.length === 0) context.out.note(rich`No difference.`)
    })
    return changes.length === 0 ? 'ok' : 'refused'
  },
})

const twoVersions = async (
  context: EnvironmentContext,
  flag: Flag,
  from: number | undefined,
  to: number | undefined,
) => {
  const latest = findLatest(flag, context.env)?.version ?? 0
  const newer = to ?? latest
  const older = from ?? newer - 1
  if (older < 1) refuse(`${flag.key} has no two versions to compare in ${context.env.slug}.`)
  const read = async (number: number) => ({
    name: `version ${number}`,
    config: (await getVersion(context, flag, number)).config,
  })
  return [await read(older), await read(newer)] as const
}

const twoEnvironments = async (context: EnvironmentContext, flag: Flag, wanted: string) => {
  const other = await findEnvironment(context.api, context.project, wanted)
  return [latestIn(flag, context.env), latestIn(flag, other)] as const
}

const latestIn = (flag: Flag, env: { id: string; slug: string }) => {
  const latest = findLatest(flag, env) ?? refuse(`${flag.key} has no config in ${env.slug}.`)
  return { name: `${env.slug}, version ${latest.version}`, config: latest.config }
}
