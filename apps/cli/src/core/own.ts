/** Reads a record by a name that a user chose: `constructor` is a valid key of a flag. */
export const own = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
