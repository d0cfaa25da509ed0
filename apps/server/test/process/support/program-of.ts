import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { programAt } from '../../../src/testing/servers/server-process.ts'
import { makeDataDir } from './databases.ts'

/** The program of an earlier release, from its archive in the fixtures. */
export const programOf = async (version: string) => {
  const folder = await makeDataDir()
  const kept = join(import.meta.dirname, `../../../../../fixtures/${version}/program.tar.gz`)
  execFileSync('tar', ['-xzf', kept, '-C', folder])
  return { program: programAt(join(folder, 'dist', 'main.js')) }
}
