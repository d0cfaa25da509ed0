import { configLimits } from '@bunting/engine'

/** The limits of Decisions, section 5: exceeding one is a 422 (a 413 for bodies). */
export const limits = {
  rules: configLimits.rules,
  conditions: configLimits.conditions,
  variants: configLimits.variants,
  /** The largest weight of a variant. Sums of numbers that are near the largest possible would have no shares. */
  weight: 1_000_000_000_000,
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
  /** Sessions that a user's own list shows. */
  sessions: 100,
  /** Characters of the name of a flag's or segment's manager. */
  managedBy: 200,
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
  /** Bytes of a `json` flag's value, and of a schema, as compact JSON in UTF-8. */
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
  /** Evaluations that one event may represent. */
  eventCount: 1_000_000,
  /** Evaluations that one event of a client key may represent, since such a key is public; any excess is not counted. */
  clientEventCount: 10_000,
  /** Evaluations of all events in a client key's batch. */
  clientBatchCount: 100_000,
  usageDays: 90,
  /** Different values that a usage day lists, unless the operator sets another limit: callers may invent values. */
  usageValues: 1_000,
  /** Bytes of the names of all values in a usage day, in UTF-8. */
  usageValueBytes: 64 * 1024,
  /** Rules that a usage day lists. */
  usageRules: 200,
  summaryDays: 30,
  /** SDK versions that are listed for an environment. */
  seenSdks: 100,
  /** Values of a flag that live usage lists. */
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
  /** Seconds for which a metric counts events. */
  metricWindow: { least: 60, most: 2_592_000 },
  /** Metrics of an experiment besides the one that decides. */
  secondaryMetrics: 10,
  minimumEffect: { least: 0.001, most: 10 },
  minimumDays: 90,
  /** Units of one comparison. */
  expectedUnits: { least: 200, most: 1_000_000_000 },
  /** Splits of an A/A check. */
  checkSplits: 1_000,
  trackBodyBytes: 256 * 1024,
  /** The value of a tracked event, either way. */
  trackedValue: 1e12,
  trackedId: 128,
  /** Characters of a unit: of `userId`, `anonymousId` or the attribute that is split by. */
  unit: 256,
  /** Events of a unit that are kept of a metric and day. */
  unitEvents: 1_000,
  /** Names of events that are listed. */
  seenEvents: 100,
  guardrailQuery: 2_000,
  guardrailSeconds: 86_400,
  /** Prefixes of audit actions in a webhook's `events`. */
  webhookEvents: 20,
  webhookUrl: 2_048,
  /** Bytes of a message to a webhook, in UTF-8. */
  webhookBytes: 20_000,
  /** Seconds for which the old secret of a rotated key may still work. */
  overlapSeconds: 604_800,
  /** References per upload, references per flag in it, and flags that it reports as removed from the code. */
  codeReferences: 10_000,
  flagReferences: 500,
  codeRemovals: 1_000,
  /** Scanned branches per project. */
  codeBranches: 200,
  /** Characters of a path, of a line of code, of a permalink pattern, and of any other text of a reference. */
  codePath: 512,
  codeText: 500,
  codeUrl: 2_048,
  codeName: 200,
  codeLine: 10_000_000,
  codeReferencesBodyBytes: 2 * 1024 * 1024,
  /** Fits the maximum number of references, with all fields. */
  codeReferencesBodyParts: 75_000,
  /** Levels of nesting in a body: a config with a value of `jsonDepth` levels fits. */
  bodyDepth: 40,
  /** Objects, arrays and fields of a body that is larger than a config may be. */
  bodyParts: 50_000,
  /** Values of any kind, separated by commas, of such a body. */
  bodyValues: 300_000,
  /** Problems that are reported of a request, and the characters of each path. */
  details: 100,
  detailPath: 200,
  /** Unknown names for which a suggestion is searched: each search takes time. */
  suggestions: 5,
} as const
