import { answersText, prerequisiteText, ruleName, ruleText, valueText } from '@bunting/contract/text'
import { findLatest } from '../../config/flag-config.ts'
import { command } from '../../core/command.ts'
import type { Output } from '../../output/output.ts'
import { bold, dim, green, rich } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import { type Dependent, type Flag, listDependents, getFlag as readFlag } from '../../server/flags.ts'
import { nameActors } from '../../server/name-actors.ts'
import { flagArgument } from './flag-argument.ts'

export const getFlag = command({
  name: 'get',
  summary: 'Show a flag, and its config in each environment',
  target: 'project',
  arguments: flagArgument,
  examples: ['flags get new-checkout', 'flags get new-checkout --json'],
  run: async (context, { flag: flagKey }) => {
    const { api, out, project } = context
    const flag = await readFlag(context, flagKey)
    const environments = await listEnvironments(api, project)
    const dependents = await listDependents(context, flagKey)
    const nameOf = await nameActors(api, [flag.ownerId ?? null])
    out.show(flag, () => {
      printFlag(out, flag, nameOf)
      for (const env of environments) {
        printConfig(out, flag, env)
        for (const each of dependents.filter(({ environmentId }) => environmentId === env.id)) printDependent(out, each)
      }
    })
  },
})

const printFlag = (out: Output, flag: Flag, nameOf: (id: string) => string): void => {
  const marks = [
    flag.type,
    ...(flag.kind ? [flag.kind] : []),
    ...(flag.schema ? ['with a schema'] : []),
    ...(flag.clientSafe ? ['client-safe'] : []),
    ...(flag.archivedAt ? ['archived'] : []),
  ]
  out.print(rich`${bold(flag.key)}  ${flag.name}  ${dim(marks.join(', '))}`)
  if (flag.description) out.print(rich`${flag.description}`)
  if (flag.ownerId) out.print(rich`${dim('owner')} ${nameOf(flag.ownerId)}`)
  if (flag.tags) out.print(rich`${dim('tags')} ${flag.tags.join(', ')}`)
  if (flag.expectedEnd) out.print(rich`${dim('should be gone by')} ${flag.expectedEnd}`)
}

const printDependent = (out: Output, { flagKey, values, defaultValue }: Dependent): void =>
  out.print(
    rich`  ${dim('needed by')} ${flagKey}, to be ${answersText(values)}; else ${flagKey} is off: ${valueText(defaultValue)}`,
  )

const printConfig = (out: Output, flag: Flag, env: { id: string; slug: string; protected: boolean }): void => {
  const latest = findLatest(flag, env)
  const protection = env.protected ? dim(' (protected)') : ''
  if (!latest) {
    out.print(rich`\n${bold(env.slug)}${protection}  ${dim('no config')}`)
    return
  }
  const { config, version, createdAt } = latest
  const state = config.enabled ? green('on') : 'off'
  out.print(rich`\n${bold(env.slug)}${protection}  ${state}  ${dim(`version ${version}, ${timeText(createdAt)}`)}`)
  for (const each of config.prerequisites ?? []) out.print(rich`  ${dim('while')} ${prerequisiteText(each)}`)
  for (const [at, rule] of config.rules.entries()) {
    out.print(rich`  ${dim(at + 1)} ${ruleName(rule)}: ${ruleText(rule)}`)
  }
  out.print(rich`  ${dim('otherwise')} ${valueText(config.defaultValue)}`)
  for (const { key, value } of config.variants ?? []) out.print(rich`  ${dim('variant')} ${key} = ${valueText(value)}`)
}
