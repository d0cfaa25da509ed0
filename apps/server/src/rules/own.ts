/** The value under a key of the record's own: keys may be called what every object has, such as `constructor`. */
export const own = <Value>(record: Readonly<Record<string, Value>> | undefined, key: string): Value | undefined =>
  record && Object.hasOwn(record, key) ? record[key] : undefined
