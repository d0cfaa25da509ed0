import { execFile } from 'node:child_process'
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { commands } from '../src/commands/index.ts'
import { binary, makeHome, runBunting, usualVariables } from './support/bunting.ts'
import { listenWith } from './support/proxy.ts'
import { useServer } from './support/server.ts'

const cli = useServer()

const complete = async (...words: string[]): Promise<string[]> => {
  const { stdout } = await runBunting(['__complete', ...words], { variables: cli.variables })
  return stdout.split('\n').flatMap((line) => (line === '' ? [] : [line.split('\t')[0] ?? '']))
}

test('commands, options and choices come from the tree of commands', async () => {
  expect(await complete('')).toEqual(commands.map(({ name }) => name))
  expect(await complete('flags', 'o')).toEqual(['on', 'off'])
  expect(await complete('flags', 'create', 'x', '--t')).toEqual(['--type', '--tag'])
  expect(await complete('flags', 'update', 'x', '--no-t')).toEqual(['--no-tag'])
  expect(await complete('flags', 'update', 'x', '--kind', 'e')).toEqual(['experiment'])
  expect(await complete('flags', 'create', 'x', '--type', '')).toEqual(['boolean', 'string', 'number', 'json'])
  expect(await complete('import', '')).toEqual([':files'])
  expect(await complete('flags', 'update', 'x', '--schema', '')).toEqual([':files'])
  expect(await complete('flags', 'update', 'x', '--no-s')).toEqual(['--no-schema'])
  expect(await complete('nothing', 'such', '')).toEqual([])
})

test('projects, environments, flags and segments are those of the server', async () => {
  const { slug, run } = await cli.newProject()
  await run('flags create new-checkout')
  expect(await complete('flags', 'list', '--project', slug)).toEqual([slug])
  expect(await complete('flags', 'on', '--project', slug, '--env', 'p')).toEqual(['production'])
  expect(await complete('flags', 'on', '--project', slug, 'new')).toEqual(['new-checkout'])
  expect(await complete('flags', 'copy', 'new-checkout', '--project', slug, 's')).toEqual(['staging'])
  await run('segments create beta-testers')
  expect(await complete('segments', 'include', '--project', slug, 'b')).toEqual(['beta-testers'])
  expect(await complete('promote', '--project', slug, '--from', 'st')).toEqual(['staging'])
  expect(await complete('promote', '--project', slug, 'new')).toEqual(['new-checkout'])
})

/** Sources the script, lets bash complete these words, then runs the rest. */
const inBash = async (words: readonly string[], rest: string, variables = cli.variables, folder = makeHome()) => {
  const programs = join(makeHome(), 'bin')
  mkdirSync(programs)
  symlinkSync(binary, join(programs, 'bunting'))
  const PATH = [programs, dirname(process.execPath), usualVariables().PATH].join(delimiter)
  const script = `source <(bunting completion bash)
    COMP_WORDS=(bunting "$@"); COMP_CWORD=$#; _bunting
    ${rest}`
  const { stdout } = await promisify(execFile)('bash', ['-c', script, 'bash', ...words], {
    cwd: folder,
    env: { ...usualVariables(), ...variables, PATH },
  })
  return stdout
}

const offered = `printf '%s\\n' "\${COMPREPLY[@]}"`

test('bash completes with what it is given', async () => {
  expect(await inBash(['flags', 'ro'], offered)).toBe('rollout\n')
})

test('bash completes names of files, whatever is in them', async () => {
  const folder = makeHome()
  for (const name of ['my flags.json', 'my *.json', 'other.json']) writeFileSync(join(folder, name), '')
  expect((await inBash(['import', 'my'], offered, cli.variables, folder)).split('\n').sort()).toEqual([
    '',
    'my *.json',
    'my flags.json',
  ])
})

const hostile = [
  '$(touch ran)',
  '`touch ran`',
  'a;touch ran',
  'a b',
  '*',
  "it's",
  '"',
  'a\\b',
  '~',
  'a\nb',
  '\u001b[31m',
  '$IFS',
]

test('what a hostile server calls its projects is a word to bash, and nothing to run', async () => {
  const items = hostile.map((slug) => ({ id: 'proj_1', orgId: 'org_1', name: slug, slug, createdAt: '' }))
  await using server = await listenWith((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ items, nextCursor: null, hasMore: false }))
  })
  const folder = makeHome()
  // As if each completion had been chosen, and the line entered.
  const send = `for word in "\${COMPREPLY[@]}"; do eval "printf '<%s>\\n' $word"; done`
  const variables = { ...cli.variables, BUNTING_URL: server.url }
  const said = await inBash(['flags', 'list', '--project', ''], send, variables, folder)
  const shown = hostile.map((slug) => slug.replace('\n', '\\n').replace('\u001b', '\\u001b'))
  expect(said.split('\n').slice(0, -1)).toEqual(shown.map((word) => `<${word}>`))
  expect(readdirSync(folder)).toEqual([])
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

test('zsh is told which colons and backslashes are a word’s own', async () => {
  const { stdout } = await runBunting(['completion', 'zsh'])
  expect(stdout).toMatch(/lines\/\/\\\\\/\\\\\\\\/)
  expect(stdout).toMatch(/candidates\/\/:\/\\\\:/)
})

test('no script lets the shell read a word as its own language', async () => {
  for (const shell of ['bash', 'zsh', 'fish']) {
    const { stdout } = await runBunting(['completion', shell])
    expect(stdout).not.toMatch(/\beval\b|compadd -Q|=\(\$\(/)
  }
})
