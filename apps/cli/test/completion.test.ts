import { execFile } from 'node:child_process'
import { mkdirSync, symlinkSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { commands } from '../src/commands/index.ts'
import { binary, makeHome, runBunting, usualVariables } from './support/bunting.ts'
import { useServer } from './support/server.ts'

const cli = useServer()

const complete = async (...words: string[]): Promise<string[]> => {
  const { stdout } = await runBunting(['__complete', ...words], { variables: cli.variables })
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']))
}

test('commands, options and choices come from the tree of commands', async () => {
  expect(await complete('')).toEqual(commands.map(({ name }) => name))
  expect(await complete('flags', 'o')).toEqual(['on', 'off'])
  expect(await complete('flags', 'create', 'x', '--t')).toEqual(['--type'])
  expect(await complete('flags', 'create', 'x', '--type', '')).toEqual(['boolean', 'string', 'number'])
  expect(await complete('import', '')).toEqual([':files'])
  expect(await complete('nothing', 'such', '')).toEqual([])
})

test('projects, environments and flags are those of the server', async () => {
  const { slug, run } = await cli.newProject()
  await run('flags create new-checkout')
  expect(await complete('flags', 'list', '--project', slug)).toEqual([slug])
  expect(await complete('flags', 'on', '--project', slug, '--env', 'p')).toEqual(['production'])
  expect(await complete('flags', 'on', '--project', slug, 'new')).toEqual(['new-checkout'])
  expect(await complete('flags', 'copy', 'new-checkout', '--project', slug, 's')).toEqual(['staging'])
})

test('bash completes with what it is given', async () => {
  const folder = join(makeHome(), 'bin')
  mkdirSync(folder)
  symlinkSync(binary, join(folder, 'bunting'))
  const PATH = [folder, dirname(process.execPath), usualVariables().PATH].join(delimiter)
  const script = `source <(bunting completion bash)
    COMP_WORDS=(bunting flags ro); COMP_CWORD=2; _bunting; printf '%s\\n' "\${COMPREPLY[@]}"`
  const { stdout } = await promisify(execFile)('bash', ['-c', script], {
    env: { ...usualVariables(), ...cli.variables, PATH },
  })
  expect(stdout).toBe('rollout\n')
})

test.each([
  ['zsh', 'compdef _bunting bunting'],
  ['fish', 'complete -c bunting'],
])('%s gets a script that asks the program', async (shell, words) => {
  const { code, stdout } = await runBunting(['completion', shell])
  expect(code).toBe(0)
  expect(stdout).toContain(words)
  expect(stdout).toContain('bunting __complete')
})
