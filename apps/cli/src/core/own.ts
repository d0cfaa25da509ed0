/** What a record holds under a name that anybody may have chosen: `constructor` is a fine key for a flag. */
export const own = <Value>(record: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined
