import { configLimits } from '@bunting/engine'

/** Decisions, section 5: past one of these is a 422 (a 413 for bodies). */
export const limits = {
  rules: configLimits.rules,
  conditions: configLimits.conditions,
  variants: configLimits.variants,
  groupDepth: configLimits.groupDepth,
  salt: configLimits.salt,
  prerequisites: configLimits.prerequisites,
  prerequisiteValues: configLimits.prerequisiteValues,
  /** That one condition names. */
  segments: configLimits.segments,
  segmentRules: configLimits.segmentRules,
  segmentIds: configLimits.segmentIds,
  /** In a condition's list. */
  values: configLimits.values,
  name: 200,
  description: 2_000,
  /** Why something was changed. */
  comment: 500,
  slug: 64,
  email: 254,
  /** That nobody has come by yet, in an organization. */
  invitations: 500,
  /** Of somebody's own, that are listed. */
  sessions: 100,
  /** Of a flag, and how long each is. */
  tags: 50,
  tag: 50,
  /** Ids that it names. */
  environmentOrder: 1_000,
  /** Views of a project, and contexts. */
  saved: 200,
  viewSearch: 2_000,
  attributes: 100,
  attributeText: 1_024,
  /** A key in a config: a rule's id, a variant's key, an attribute's name. */
  configKey: 128,
  /** Any other text inside a config. */
  configText: 10_000,
  /** A value of a `json` flag, and a schema: compact, in UTF-8. */
  jsonBytes: 64 * 1024,
  jsonDepth: configLimits.jsonDepth,
  segmentId: 256,
  /** In an attribute that is a list. */
  listItems: configLimits.listItems,
  ids: 100,
  /** Of flags in environments, in a page. */
  answers: 2_000,
  pageSize: 100,
  defaultPageSize: 50,
  managementBodyBytes: 256 * 1024,
  /** Of a segment, with its lists. */
  segmentBodyBytes: 2 * 1024 * 1024,
  deliveryBodyBytes: 64 * 1024,
  eventsBodyBytes: 1024 * 1024,
  /** In a batch. */
  events: 1_000,
  eventText: 1_024,
  /** Evaluations that one event may stand for. */
  eventCount: 1_000_000,
  /** The same of a client key, which anybody may have: what is above is not counted. */
  clientEventCount: 10_000,
  /** All events of a client key's batch together. */
  clientBatchCount: 100_000,
  usageDays: 90,
  /** Of which a usage day names the count, unless the operator says otherwise: callers may invent values. */
  usageValues: 1_000,
  /** What their names may have in a usage day, all together, in UTF-8. */
  usageValueBytes: 64 * 1024,
  /** Of which a usage day names the count. */
  usageRules: 200,
  summaryDays: 30,
  /** Of a flag, that live usage names. */
  liveValues: 100,
  /** Of one session or key. */
  projectStreams: 100,
  /** That whoever comes back to a stream is told of. */
  resumedEvents: 1_000,
  /** Of a schedule. */
  steps: 50,
  /** From a step to the next: a year. */
  stepSeconds: 31_536_000,
  guardrails: 5,
  guardrailQuery: 2_000,
  guardrailSeconds: 86_400,
  /** Prefixes of actions that a webhook names. */
  webhookEvents: 20,
  webhookUrl: 2_048,
  /** What is sent to a webhook, in UTF-8. */
  webhookBytes: 20_000,
  /** How long a key's earlier secret may go on working. */
  overlapSeconds: 604_800,
  /** A config may have a value of `jsonDepth` levels in it. */
  bodyDepth: 40,
  /** Objects, arrays and fields of a body that is larger than a config may be. */
  bodyParts: 50_000,
  /** Of what is wrong with a request, so much is told. */
  details: 100,
  detailPath: 200,
  /** Names that are looked for among the known ones: each takes some time. */
  suggestions: 5,
} as const
