import { parse } from '@bunting/contract'
import { assign } from '../../config/assign.ts'
import { defaultOf } from '../../config/first-config.ts'
import { type Draft, draftOf, type FlagConfig, findLatest } from '../../config/flag-config.ts'
import type { Ask } from '../../core/ask.ts'
import { wrongUse } from '../../core/failure.ts'
import { list, several, text } from '../../core/parameters.ts'
import { readJson } from '../../core/read-json.ts'
import { fillRuleIds } from '../../project-file/fill-rule-ids.ts'
import { configSchema } from '../../project-file/project-file.ts'
import type { Flag } from '../../server/flags.ts'

/** Arguments and options that edit a config: field by field, or as a whole. */
export const editArguments = { assignments: several('field=value, such as rules[0].rolloutPercentage=25') }
export const editOptions = {
  unset: list('field', 'take a field or an item away, such as rules[1]'),
  file: text('file', 'take the whole config from this JSON file; - is standard input', { complete: 'file' as const }),
}

type Edit = { assignments: string[]; unset: string[] | undefined; file: string | undefined }

export const editConfig = async (ask: Ask, flag: Flag, env: { id: string }, edit: Edit): Promise<Draft> => {
  const { assignments, unset = [], file } = edit
  if (file === undefined && assignments.length === 0 && unset.length === 0) {
    wrongUse('Nothing is said to change.', 'field=value, --unset <field> or --file <file>')
  }
  const latest = findLatest(flag, env)
  return assign(
    flag.type,
    file === undefined ? startOf(flag, latest?.config, assignments) : await readDraft(ask, file, latest?.config),
    assignments,
    unset,
  )
}

const startOf = (flag: Flag, config: FlagConfig | undefined, assignments: readonly string[]): Draft => {
  if (config) return draftOf(config)
  const given = assignments.find((assignment) => assignment.startsWith('defaultValue='))
  return { enabled: true, defaultValue: defaultOf(flag, given?.slice('defaultValue='.length)), rules: [] }
}

/** Reads a config from a file. A version in the file is ignored: the config is saved as the next one. */
const readDraft = async (ask: Ask, file: string, current: FlagConfig | undefined): Promise<Draft> => {
  const content = await readJson(ask, file)
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return wrongUse(`${file} holds no config: it must be an object with enabled, defaultValue and rules.`)
  }
  const draft = draftOf(content as FlagConfig)
  const config = parse(configSchema, draft)
  // If the config is invalid it is sent as it is: the server describes mistakes better.
  return config.ok ? (fillRuleIds(config.value, current) as Draft) : draft
}
