import { type RawBuilder, sql } from 'kysely'

/** What a search looks through: key and name in lower case, for SQLite lowers ASCII only. */
export const searchText = (key: string, name: string): string => `${key}\n${name}`.toLowerCase()

export const contains = (text: string): RawBuilder<boolean> =>
  sql<boolean>`search_text like ${`%${text.toLowerCase().replace(/[!%_]/g, '!$&')}%`} escape '!'`
