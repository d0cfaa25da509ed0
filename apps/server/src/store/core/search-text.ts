import { type RawBuilder, sql } from 'kysely'

/** The text that a search runs on: key and name in lower case, since SQLite lowers only ASCII. */
export const searchText = (key: string, name: string): string => `${key}\n${name}`.toLowerCase()

export const contains = (text: string): RawBuilder<boolean> =>
  sql<boolean>`search_text like ${`%${text.toLowerCase().replace(/[!%_]/g, '!$&')}%`} escape '!'`
