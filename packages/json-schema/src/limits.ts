/** What a schema may have, and what one validation may take. */
export const schemaLimits = {
  /** Of compact JSON in UTF-8. */
  bytes: 64 * 1024,
  /** Of JSON: `{}` is one. */
  levels: 64,
  /** Told of a schema or a value. */
  problems: 100,
  /** Of one validation: a keyword applied, two values compared, or as long as a pattern takes for a character. */
  steps: 1_000_000,
  /** Schemas applied within one another, by references and by levels of the value. */
  depth: 400,
} as const
