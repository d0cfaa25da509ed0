/** What a config may have: here, because every engine that reads a bundle relies on it. */
export const configLimits = {
  rules: 100,
  conditions: 50,
  variants: 50,
  /** Groups within groups. */
  groupDepth: 3,
  prerequisites: 10,
  /** Of one prerequisite. */
  prerequisiteValues: 20,
  /** In one condition. */
  segments: 20,
  segmentRules: 50,
  /** In each of a segment's lists. */
  segmentIds: 20_000,
  /** Levels of a `json` value. */
  jsonDepth: 32,
  /** Characters of a hash's salt. */
  salt: 512,
  /** In an attribute that is a list. */
  listItems: 100,
  /** In a condition's list. */
  values: 1_000,
  /** Nanoseconds that one evaluation may take, as its operators reckon: 5 ms, less what reckoning may be off. */
  cost: 4_000_000,
  /** Instructions of all its patterns together; the same pattern counts once. */
  patternInstructions: 6_000,
} as const
