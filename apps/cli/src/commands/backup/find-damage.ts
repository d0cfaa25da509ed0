import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Finds the damage of an SQLite file; undefined if it is intact. Writes nothing, neither to the file nor beside it. */
export const findDamage = async (file: string): Promise<string | undefined> => {
  const { DatabaseSync } = await import('node:sqlite')
  try {
    const database = new DatabaseSync(`${pathToFileURL(resolve(file))}?immutable=1`, { readOnly: true })
    try {
      const found = database.prepare('pragma integrity_check(1)').get()?.integrity_check
      return found === 'ok' ? undefined : String(found)
    } finally {
      database.close()
    }
  } catch (error) {
    return (error as Error).message
  }
}
