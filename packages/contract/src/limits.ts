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
  /** Segments that one condition may name. */
  segments: configLimits.segments,
  segmentRules: configLimits.segmentRules,
  segmentIds: configLimits.segmentIds,
  /** Values in a condition's list. */
  values: configLimits.values,
  name: 200,
  description: 2_000,
  /** Characters of the comment on a change. */
  comment: 500,
  slug: 64,
  email: 254,
  /** Open invitations of an organization. */
  invitations: 500,
  /** Sessions in the list of one's own. */
  sessions: 100,
  /** Tags of a flag, and the characters of each. */
  tags: 50,
  tag: 50,
  /** Ids in a project's order of environments. */
  environmentOrder: 1_000,
  /** Saved views of a project, and saved contexts. */
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
  /** An upload to a large segment, packed and unpacked, and a line of it. */
  listUploadBytes: 1024 * 1024 * 1024,
  listLine: 64 * 1024,
  /** Elements of an attribute that is a list. */
  listItems: configLimits.listItems,
  ids: 100,
  /** Answers in a page: flags times environments. */
  answers: 2_000,
  pageSize: 100,
  defaultPageSize: 50,
  managementBodyBytes: 256 * 1024,
  /** The body of a segment, with its lists. */
  segmentBodyBytes: 2 * 1024 * 1024,
  deliveryBodyBytes: 64 * 1024,
  eventsBodyBytes: 1024 * 1024,
  /** Events in a batch. */
  events: 1_000,
  eventText: 1_024,
  /** Evaluations that one event may stand for. */
  eventCount: 1_000_000,
  /** The same for a client key, which is public; what exceeds it is not counted. */
  clientEventCount: 10_000,
  /** All events of a client key's batch together. */
  clientBatchCount: 100_000,
  usageDays: 90,
  /** Different values that a usage day names, unless the operator sets another limit: callers may invent values. */
  usageValues: 1_000,
  /** Bytes of all their names in a usage day, in UTF-8. */
  usageValueBytes: 64 * 1024,
  /** Rules that a usage day names. */
  usageRules: 200,
  summaryDays: 30,
  /** Values of a flag that live usage names. */
  liveValues: 100,
  /** Project streams of one session or key. */
  projectStreams: 100,
  /** Events that a resumed stream replays. */
  resumedEvents: 1_000,
  /** Steps of a schedule. */
  steps: 50,
  /** Seconds from a step to the next: a year. */
  stepSeconds: 31_536_000,
  guardrails: 5,
  guardrailQuery: 2_000,
  guardrailSeconds: 86_400,
  /** Prefixes of audit actions in a webhook's `events`. */
  webhookEvents: 20,
  webhookUrl: 2_048,
  /** Bytes of a message to a webhook, in UTF-8. */
  webhookBytes: 20_000,
  /** How long a key's earlier secret may go on working after a rotation. */
  overlapSeconds: 604_800,
  /** Levels of a body: a config around a value of `jsonDepth` levels fits. */
  bodyDepth: 40,
  /** Objects, arrays and fields of a body that is larger than a config may be. */
  bodyParts: 50_000,
  /** Mistakes that are reported of a request, and the characters of each path. */
  details: 100,
  detailPath: 200,
  /** Unknown names for which a suggestion is searched: each search takes time. */
  suggestions: 5,
} as const
