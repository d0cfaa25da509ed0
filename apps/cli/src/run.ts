import { readFileSync } from 'node:fs'
import { CommanderError } from 'commander'
import { openAsk } from './ask.ts'
import type { Command } from './command.ts'
import { commands } from './commands/index.ts'
import { complete } from './completion/complete.ts'
import { readEnvironment } from './environment.ts'
import { exitCodes, type Outcome } from './exit-code.ts'
import { openContext } from './open-context.ts'
import { openOutput } from './output/output.ts'
import { openProfiles } from './profiles/profiles.ts'
import { buildProgram, type Input } from './program.ts'
import { report } from './report.ts'

const version = (): string => JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version

/** Reads a command line, does what it says, and answers with the exit code. */
export const run = async (argv: readonly string[]): Promise<number> => {
  // Whoever reads what we print may have seen enough: `bunting audit | head`.
  process.stdout.on('error', () => process.exit(exitCodes.ok.code))
  if (argv[0] === '__complete') {
    process.stdout.write(await complete(commands, argv.slice(1)))
    return exitCodes.ok.code
  }
  let outcome: Outcome = 'ok'
  const program = buildProgram(commands, version(), async (command, input) => {
    outcome = await runCommand(command, input)
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? exitCodes.ok.code : exitCodes.wrongUse.code
  }
  return exitCodes[outcome].code
}

const runCommand = async (command: Command, input: Input): Promise<Outcome> => {
  const environment = readEnvironment()
  const out = openOutput(process, { json: input.json === true, plain: environment.plain })
  const base = { out, environment, ask: openAsk(process, out), profiles: openProfiles(environment.configDir) }
  try {
    if (command.target !== 'nothing') out.progress.start()
    const context = await openContext(base, command.target, input)
    return (await command.run(context as never, input as never)) ?? 'ok'
  } catch (error) {
    return report(out, error)
  } finally {
    out.progress.stop()
  }
}
