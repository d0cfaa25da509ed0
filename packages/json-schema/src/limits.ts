/** The limits of a schema, and of one validation. */
export const schemaLimits = {
  /** Bytes of compact JSON in UTF-8. */
  bytes: 64 * 1024,
  /** Levels of nested JSON: `{}` is one. */
  levels: 64,
  /** The most problems that are reported of a schema or a value. */
  problems: 100,
  /** Steps of one validation: applying a keyword, comparing two values, or the time that a pattern takes per character. */
  steps: 1_000_000,
  /** Schemas applied within one another, through references and through levels of the value. */
  depth: 400,
} as const
