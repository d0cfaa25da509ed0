import { Argument, Command as Commander, InvalidArgumentError, Option } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import type { Command, Group } from './core/command.ts'
import { type Argument as ArgumentSpec, kebab, type Option as OptionSpec, type Parameter } from './core/parameters.ts'
import { optionsOf } from './core/target-options.ts'
import { exampleText, rootHelp } from './text/help.ts'

export type Streams = Pick<NodeJS.Process, 'stdin' | 'stdout' | 'stderr'>
export type Input = Record<string, unknown>
export type Run = (command: Command, input: Input) => Promise<void>

export const isGroup = (entry: Command | Group): entry is Group => 'commands' in entry

/** Builds the program that parses a command line, from the tree of commands. */
export const buildProgram = (entries: readonly (Command | Group)[], streams: Streams, run: Run): Commander => {
  const program = new Commander('bunting')
    .description('Feature flags: manage and evaluate them from the command line.')
    .usage('<command> [options]')
    .version(manifest.version, '-V, --version', 'print the version')
    .helpOption('-h, --help', 'print help')
    .helpCommand('help [command]', 'print help on a command')
    .showHelpAfterError('Try it with --help.')
    .configureOutput({
      writeOut: (words) => streams.stdout.write(words),
      writeErr: (words) => streams.stderr.write(words),
      getOutHelpWidth: () => streams.stdout.columns,
      getErrHelpWidth: () => streams.stderr.columns,
      outputError: (words, write) => write(words.replace(/^error:/, 'Error:')),
    })
    .exitOverride()
    .addHelpText('after', rootHelp)
  for (const entry of entries) {
    if (isGroup(entry)) addGroup(program, entry, run)
    else addCommand(program, entry, run)
  }
  return program
}

const addGroup = (program: Commander, group: Group, run: Run): void => {
  const parent = program
    .command(group.name)
    .summary(group.summary)
    .description(`${group.summary}.`)
    .usage(group.usual ? '[command] [options]' : '<command> [options]')
    .helpCommand(false)
    .addHelpText('after', exampleText(group.commands.map((command) => command.examples[0])))
  for (const command of group.commands) addCommand(parent, command, run, command === group.usual)
}

const addCommand = (parent: Commander, command: Command, run: Run, isDefault = false): void => {
  const child = parent
    .command(command.name, { isDefault })
    .summary(command.summary)
    .description([`${command.summary}.`, command.description].filter(Boolean).join('\n\n'))
    .allowExcessArguments(false)
    .addHelpText('after', exampleText(command.examples))
  const names = Object.keys(command.arguments ?? {})
  for (const [name, argument] of Object.entries(command.arguments ?? {})) child.addArgument(toArgument(name, argument))
  for (const [name, option] of Object.entries(optionsOf(command))) {
    for (const each of toOptions(name, option)) child.addOption(each)
  }
  child.action(async () => {
    const positional = names.map((name, at) => [name, child.processedArgs[at]])
    await run(command, { ...child.opts(), ...Object.fromEntries(positional) })
  })
}

const shapes: Record<ArgumentSpec['kind'], (name: string) => string> = {
  required: (name) => `<${name}>`,
  optional: (name) => `[${name}]`,
  several: (name) => `[${name}...]`,
}

const toArgument = (name: string, spec: ArgumentSpec): Argument => {
  const argument = new Argument(shapes[spec.kind](kebab(name)), spec.description)
  if (spec.kind === 'several') argument.default([], 'none')
  if (spec.choices) argument.choices(spec.choices)
  const parse = spec.parse
  return parse ? argument.argParser((value) => parseOr(parse, value)) : argument
}

const toOptions = (name: string, spec: OptionSpec): Option[] => {
  const long = `--${kebab(name)}`
  if (spec.kind === 'switch') return [new Option(long, spec.description)]
  if (spec.kind === 'either') return [new Option(long, spec.description), new Option(`--no-${kebab(name)}`)]
  const option = new Option(`${long} <${spec.placeholder}>`, spec.description)
  const none = new Option(`--no-${kebab(name)}`)
  if (spec.kind === 'list') return [option.argParser(collect)]
  if (spec.kind === 'removableList') return [option.argParser(collect), none]
  if (spec.choices) option.choices(spec.choices)
  if (spec.kind === 'removable') return [option, none]
  const parse = spec.parse
  return [parse ? option.argParser((value) => parseOr(parse, value)) : option]
}

const collect = (value: string, before: string[] | false | undefined): string[] => [...(before || []), value]

const parseOr = (parse: NonNullable<Parameter<unknown>['parse']>, value: string): unknown => {
  try {
    return parse(value)
  } catch (error) {
    throw new InvalidArgumentError((error as Error).message)
  }
}
