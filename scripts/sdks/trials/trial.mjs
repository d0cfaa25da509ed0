import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure, reportFailures } from '../../fail.mjs'
import { run } from '../../run.mjs'
import { languages } from '../languages.mjs'
import { packSdk } from '../pack.mjs'

/** Packs the SDK of a language, and calls `attempt`, which installs it into an empty project from these files only. */
export const tryPackage = (name, attempt) =>
  reportFailures(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bunting-trial-'))
    const [packed, project] = ['packed', 'project'].map((each) => join(folder, each))
    for (const each of [packed, project]) mkdirSync(each)
    try {
      const files = await packSdk(
        languages.find((language) => language.name === name),
        packed,
      )
      await attempt({ packed, files, project, succeed: (...command) => succeed(project, command) })
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

/** Runs a command in the project and returns its output; throws if the command fails. */
async function succeed(cwd, [program, args, env = {}]) {
  const { code, output } = await run(program, args, { cwd, env: { ...process.env, ...env }, keep: true })
  if (code !== 0) throw new Failure(`${program} ${args.join(' ')} ended with ${code}.\n${output.trim()}`)
  return output
}

/** Throws if the output differs from these lines. */
export function expectOutput(output, ...lines) {
  if (output.trim() !== lines.join('\n')) throw new Failure(`It says\n${output}\nand not\n${lines.join('\n')}`)
}
