import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { atEnd } from '../../../../apps/server/src/testing/at-end.ts'

/** The program as people install it. */
export const binary = fileURLToPath(
  new URL('../../../../node_modules/.bunting-program/bin/bunting.mjs', import.meta.url),
)

/** A folder that is gone after the test. */
export const makeHome = (): string => {
  const home = mkdtempSync(join(tmpdir(), 'bunting-mcp-'))
  atEnd(() => rmSync(home, { recursive: true, force: true }))
  return home
}
