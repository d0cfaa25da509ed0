/** The limits of a config. They are defined here, because every engine that reads a bundle relies on them. */
export const configLimits = {
  rules: 100,
  conditions: 50,
  variants: 50,
  /** Levels of nested groups. */
  groupDepth: 3,
  prerequisites: 10,
  /** For one prerequisite. */
  prerequisiteValues: 20,
  /** For one condition. */
  segments: 20,
  segmentRules: 50,
  /** For each of a segment's lists. */
  segmentIds: 20_000,
  /** Levels of a `json` value. */
  jsonDepth: 32,
  /** Characters of a hash's salt. */
  salt: 512,
  /** For an attribute that is a list. */
  listItems: 100,
  /** For a condition's list. */
  values: 1_000,
  /** Nanoseconds of one evaluation, as estimated by the operators: 5 ms, less the error of the estimate. */
  cost: 4_000_000,
  /** Instructions of all patterns together; equal patterns count once. */
  patternInstructions: 6_000,
} as const
