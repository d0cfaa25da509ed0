/** What a record has under a key of its own: keys may be called what objects have by nature, such as `constructor`. */
export const own = <Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined
