import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hasProgram, runTool } from '../support/tools.ts'

/** The provider whose package has GO Feature Flag's own evaluation in it: npm has none. */
const provider = 'gofeatureflag-python-provider==1.3.0'

/** A folder with that module; undefined where there is no Python to fetch it with. */
export const fetchGoff = async (): Promise<string | undefined> => {
  if (!(await hasProgram('python3'))) return undefined
  const folder = mkdtempSync(join(tmpdir(), 'bunting-goff-'))
  const args = ['-m', 'pip', 'install', '--quiet', '--no-deps', '--only-binary=:all:', '--target', folder, provider]
  await runTool('python3', args, { cwd: folder })
  return folder
}
