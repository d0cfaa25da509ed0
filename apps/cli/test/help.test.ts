import { describe, expect, test } from 'vitest'
import { commands } from '../src/commands/index.ts'
import type { Command } from '../src/core/command.ts'
import { buildProgram, isGroup } from '../src/program.ts'
import { runBunting } from './support/bunting.ts'
import { words } from './support/server.ts'

const all = commands.flatMap((entry): { path: string; command: Command }[] =>
  isGroup(entry)
    ? entry.commands.map((command) => ({ path: `${entry.name} ${command.name}`, command }))
    : [{ path: entry.name, command: entry }],
)

/** Parses a line with the real program, and returns the command that it would run. */
const reading = async (line: string): Promise<Command | undefined> => {
  let read: Command | undefined
  const program = buildProgram(commands, process, async (command) => {
    read = command
  })
  // Redirections are done by the shell, not by the program.
  await program.parseAsync(words(line.replace(/ [<>] .*$/, '')), { from: 'user' })
  return read
}

describe.each(all)('bunting $path', ({ path, command }) => {
  test('has examples that are about it and that it can read', async () => {
    expect(command.examples.length).toBeGreaterThan(0)
    for (const example of command.examples) {
      expect(example.startsWith(path)).toBe(true)
      expect(await reading(example)).toBe(command)
    }
  })

  test('says in one line what it does', () => {
    expect(command.summary).toMatch(/^[A-Z].{5,}[^.]$/)
  })
})

test('the help shows every command, the exit codes and the variables', async () => {
  const { code, stdout, stderr } = await runBunting(['--help'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  for (const { name, summary } of commands) {
    expect(stdout).toContain(`  ${name}`)
    expect(stdout.replace(/\s+/g, ' ')).toContain(summary)
  }
  expect(stdout).toMatch(/Exit codes:\n {2}0 .*\n {2}1 .*\n {2}2 .*\n {2}3 /)
  expect(stdout).toContain('BUNTING_KEY')
})

test('the help of a command says what it takes, with examples', async () => {
  const { stdout } = await runBunting(['flags', 'rollout', '--help'])
  expect(stdout).toMatchInlineSnapshot(`
    "Usage: bunting flags rollout [options] <flag> <percentage>

    Give a percentage of the users what a rule says.

    It sets the percentage of the rule you name, else of the one that has one, else
    of the one for everyone; where there is none it adds one.
    Raising a percentage takes it away from nobody.

    Arguments:
      flag                   the key of the flag
      percentage             0 to 100, with at most 3 decimals

    Options:
      --rule <name>          the rule, by its name or id
      --value <value>        what they get (default for a boolean flag: what is not
                             the default)
      --default <value>      the default, where the flag has no config here yet
      --propose              propose it for review instead, as protected
                             environments need it
      --replaces <proposal>  propose it in the place of this pending proposal of
                             yours, which you take back
      --comment <text>       why; kept in the history and in the audit log
      --emergency            save it past the proposals, where a protected
                             environment lets admins; needs --comment
      --env <slug>           the environment, if not the remembered one
      --project <slug>       the project, if not the remembered one
      --profile <name>       the profile to use instead of the current one
      --json                 print JSON for scripts: the answer of the API as it is
      -h, --help             print help

    Examples:
      $ bunting flags rollout new-checkout 25
      $ bunting flags rollout button-colour 50 --value blue --default grey
    "
  `)
})

test('a wrong command or option suggests the near one, and is wrong use', async () => {
  const [command, option] = await Promise.all([
    runBunting(['flags', 'rolout']),
    runBunting(['flags', 'list', '--serch', 'x']),
  ])
  expect(command).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Did you mean rollout?') })
  expect(option).toMatchObject({ code: 2, stdout: '', stderr: expect.stringContaining('Did you mean --search?') })
})

test('too many words, a bad value and a missing one are wrong use', async () => {
  const wrong = [
    'projects list more',
    'flags rollout x 200',
    'flags rollout x',
    'flags create x --type text',
    'flags',
    '',
  ]
  for (const { code, stdout } of await Promise.all(wrong.map((line) => runBunting(words(line))))) {
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
  }
})
