import { parse } from '@bunting/contract'
import { assign } from '../../config/assign.ts'
import { draftOf, findLatest } from '../../config/flag-config.ts'
import { emptySegment, type SegmentConfig, type SegmentDraft } from '../../config/segment-config.ts'
import type { Ask } from '../../core/ask.ts'
import { wrongUse } from '../../core/failure.ts'
import { list, several, text } from '../../core/parameters.ts'
import { readJson } from '../../core/read-json.ts'
import { fillRuleIds } from '../../project-file/fill-rule-ids.ts'
import { segmentConfigSchema } from '../../project-file/project-file.ts'
import type { Segment } from '../../server/segments.ts'

/** Arguments and options that edit the config of a segment: field by field, or as a whole. */
export const editArguments = { assignments: several('field=value, such as rules[0].enabled=false') }
export const editOptions = {
  unset: list('field', 'take a field or an item away, such as rules[1]'),
  file: text('file', 'take the whole config from this JSON file; - is standard input', { complete: 'file' as const }),
}

type Edit = { assignments: string[]; unset: string[] | undefined; file: string | undefined }

export const editSegment = async (
  ask: Ask,
  segment: Segment,
  env: { id: string },
  { assignments, unset = [], file }: Edit,
): Promise<SegmentDraft> => {
  if (file === undefined && assignments.length === 0 && unset.length === 0) {
    wrongUse('Nothing is said to change.', 'field=value, --unset <field> or --file <file>')
  }
  const config = findLatest(segment, env)?.config
  const active = config ? draftOf(config) : emptySegment
  return assign(undefined, file === undefined ? active : await readDraft(ask, file, active), assignments, unset)
}

/** Reads a config from a file. A version in the file is ignored: the config is saved as the next one. */
const readDraft = async (ask: Ask, file: string, active: SegmentDraft): Promise<SegmentDraft> => {
  const content = await readJson(ask, file)
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    return wrongUse(`${file} holds no config: it must be an object with included, excluded and rules.`)
  }
  const draft = draftOf(content as SegmentConfig)
  const config = parse(segmentConfigSchema, draft)
  // If the config is invalid it is sent as it is: the server describes mistakes better.
  return config.ok ? (fillRuleIds(config.value, active) as SegmentDraft) : { ...emptySegment, ...draft }
}
