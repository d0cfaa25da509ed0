import { existsSync } from 'node:fs'
import { wrongUse } from './failure.ts'

const restoring = new URL('../../server/src/restore.ts', import.meta.url)

type Restored = { organizations: number; flags: number; newestChangeMs: number | null; aside: string | undefined }

/** What knows the database is the server's. */
export const restoreHere = async (
  file: string,
  variables: Record<string, string | undefined>,
): Promise<Restored | { refused: string }> => {
  if (!existsSync(restoring)) wrongUse('The server is not part of this installation.', 'Run it where the server is.')
  return (await import(restoring.href)).restore(file, variables)
}
