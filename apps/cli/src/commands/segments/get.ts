import { ruleName, segmentRuleText } from '@bunting/contract/text'
import { findLatest } from '../../config/flag-config.ts'
import { idLists } from '../../config/segment-config.ts'
import { command } from '../../core/command.ts'
import { switched } from '../../core/parameters.ts'
import { counted } from '../../output/counted.ts'
import type { Output } from '../../output/output.ts'
import { bold, dim, rich } from '../../output/rich.ts'
import { timeText } from '../../output/time-text.ts'
import { listEnvironments } from '../../server/find-environment.ts'
import { getSegment as readSegment, type Segment } from '../../server/segments.ts'
import { segmentArgument } from './segment-argument.ts'

export const getSegment = command({
  name: 'get',
  summary: 'Show a segment, and its lists and rules in each environment',
  target: 'project',
  arguments: segmentArgument,
  options: { ids: switched('every id of its lists, not only the first few') },
  examples: ['segments get beta', 'segments get beta --ids', 'segments get beta --json'],
  run: async (context, { segment: segmentKey, ids }) => {
    const { api, out, project } = context
    const segment = await readSegment(context, segmentKey)
    const environments = await listEnvironments(api, project)
    out.show(segment, () => {
      printSegment(out, segment)
      for (const env of environments) printConfig(out, segment, env, ids ?? false)
    })
  },
})

const printSegment = (out: Output, { key, name, description, unit, archivedAt }: Segment): void => {
  const marks = [`by ${unit ?? 'user'}`, ...(archivedAt ? ['archived'] : [])]
  out.print(rich`${bold(key)}  ${name}  ${dim(marks.join(', '))}`)
  if (description) out.print(rich`${description}`)
}

type Env = { id: string; slug: string; protected: boolean }

const printConfig = (out: Output, segment: Segment, env: Env, all: boolean): void => {
  const latest = findLatest(segment, env)
  const protection = env.protected ? dim(' (protected)') : ''
  if (!latest) {
    out.print(rich`\n${bold(env.slug)}${protection}  ${dim('no config')}`)
    return
  }
  const { config, size, version, createdAt } = latest
  out.print(rich`\n${bold(env.slug)}${protection}  ${dim(`version ${version}, ${timeText(createdAt)}`)}`)
  if (!config) {
    out.print(rich`  ${counted(size ?? 0, 'id')}`)
    return
  }
  for (const name of idLists) printIds(out, name, config[name], all)
  for (const [at, rule] of config.rules.entries()) {
    out.print(rich`  ${dim(at + 1)} ${ruleName(rule)}: ${segmentRuleText(rule)}`)
  }
  if (config.included.length === 0 && config.rules.length === 0) out.print(rich`  nobody is in it`)
}

const fewIds = 5

const printIds = (out: Output, name: string, ids: readonly string[], all: boolean): void => {
  if (ids.length === 0) return
  if (all) {
    out.print(rich`  ${dim(name)} ${counted(ids.length, 'id')}`)
    for (const id of ids) out.print(rich`    ${id}`)
    return
  }
  const more = ids.length > fewIds ? ` and ${(ids.length - fewIds).toLocaleString('en')} more` : ''
  out.print(rich`  ${dim(name)} ${ids.slice(0, fewIds).join(', ')}${more}`)
}
