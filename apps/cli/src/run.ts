import { CommanderError } from 'commander'
import { commands } from './commands/index.ts'
import { complete } from './completion/complete.ts'
import { openAsk } from './core/ask.ts'
import type { Command } from './core/command.ts'
import type { BaseContext } from './core/context.ts'
import { type Environment, readEnvironment, type Variables } from './core/environment.ts'
import { exitCodes, type Outcome } from './core/exit-code.ts'
import { openContext } from './core/open-context.ts'
import { report } from './core/report.ts'
import { openOutput } from './output/output.ts'
import { openProfiles } from './profiles/profiles.ts'
import { buildProgram, type Input, type Streams } from './program.ts'

/** The surroundings of a command line: its streams, its variables, and how to run and restore a server. */
export type Host = {
  streams: Streams
  variables: Variables
  serve: BaseContext['serve']
  restore: BaseContext['restore']
}

/** Parses a command line, runs it, and returns the exit code. */
export const run = async (argv: readonly string[], host: Host): Promise<number> => {
  const environment = readEnvironment(host.variables)
  if (argv[0] === '__complete') {
    host.streams.stdout.write(await complete(commands, argv.slice(1), environment))
    return exitCodes.ok.code
  }
  let outcome: Outcome = 'ok'
  const program = buildProgram(commands, host.streams, async (command, input) => {
    outcome = await runCommand(command, input, environment, host)
  })
  try {
    await program.parseAsync(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return error.exitCode === 0 ? exitCodes.ok.code : exitCodes.wrongUse.code
  }
  return exitCodes[outcome].code
}

const runCommand = async (
  command: Command,
  input: Input,
  environment: Environment,
  { streams, serve, restore }: Host,
): Promise<Outcome> => {
  const out = openOutput(streams, { json: input.json === true, plain: environment.plain })
  const profiles = openProfiles(environment.configDir)
  const base: BaseContext = {
    out,
    stdin: streams.stdin,
    stdout: streams.stdout,
    environment,
    ask: openAsk(streams, out),
    profiles,
    serve,
    restore,
  }
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
