import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { binary, makeHome } from './support/bunting.ts'
import { makeCheckout } from './support/checkout.ts'
import { listenWith } from './support/proxy.ts'
import { useServer } from './support/server.ts'

const cli = useServer()
const folder = fileURLToPath(new URL('../../../deploy/action/', import.meta.url))
const action = parse(readFileSync(join(folder, 'action.yml'), 'utf8'))

type Comment = { id: number; body: string; user: { login: string } }

/** A fake of GitHub's API for the comments on pull request 7. */
const openGitHub = async ({ mayComment = true, comments = [] as Comment[] } = {}) => {
  const asked: string[] = []
  const answerTo = async (request: IncomingMessage): Promise<[number, unknown]> => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost')
    asked.push(`${request.method} ${pathname}`)
    if (request.headers.authorization !== 'Bearer a-token') return [401, {}]
    if (request.method === 'GET') {
      const from = (Number(searchParams.get('page')) - 1) * 100
      return [200, comments.slice(from, from + 100)]
    }
    if (!mayComment) return [403, {}]
    const { body } = (await json(request)) as { body: string }
    const id = Number(/comments\/(\d+)$/.exec(pathname)?.[1])
    const found = comments.find((comment) => comment.id === id)
    if (found) found.body = body
    else comments.push({ id: 1_000 + comments.length, body, user: { login: 'github-actions[bot]' } })
    return [found ? 200 : 201, {}]
  }
  const listening = await listenWith(async (request, response) => {
    const [status, body] = await answerTo(request)
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  return { ...listening, comments, asked }
}

/** A GitHub job that runs the script of the action. */
const openJob = async () => {
  const project = await cli.newProject()
  const checkout = makeCheckout()
  checkout.write('flags/checkout.yaml', 'bunting: 1\nflags: { checkout: { name: Checkout, type: boolean } }\n')
  const event = checkout.write('event.json', { pull_request: { number: 7 } })
  const executable = checkout.write('bunting', `#!/bin/sh\nexec '${process.execPath}' '${binary}' "$@"\n`)
  const summary = checkout.write('summary.md', '')
  const run = async (variables: Record<string, string>) => {
    const env = {
      PATH: process.env.PATH ?? '',
      HOME: makeHome(),
      RUNNER_TEMP: makeHome(),
      GITHUB_EVENT_PATH: event,
      GITHUB_REPOSITORY: 'acme/shop',
      GITHUB_STEP_SUMMARY: summary,
      COMMENT_AUTHOR: 'github-actions[bot]',
      TOKEN: 'a-token',
      EXECUTABLE: '/bin/sh-is-not-it',
      PROJECT: project.slug,
      PATHS: `${checkout.folder}/flags`,
      BUNTING_URL: cli.variables.BUNTING_URL ?? '',
      BUNTING_KEY: cli.variables.BUNTING_KEY ?? '',
      ...variables,
    }
    await promisify(execFile)('chmod', ['+x', executable])
    return start(process.execPath, [join(folder, 'main.mjs')], {
      ...env,
      EXECUTABLE: variables.EXECUTABLE ?? executable,
    })
  }
  return { ...project, ...checkout, run, summary: () => readFileSync(summary, 'utf8') }
}

const start = async (program: string, args: string[], env: Record<string, string>) => {
  const ended = promisify(execFile)(program, args, { env })
  return ended.then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code: code as number, stdout: String(stdout), stderr: String(stderr) }),
  )
}

test('a plan is one comment, which is updated in place', async () => {
  const { run, write, summary } = await openJob()
  await using github = await openGitHub()
  const variables = { MODE: 'plan', GITHUB_API_URL: github.url }
  expect(await run(variables)).toMatchObject({ code: 0 })
  expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining('**1 to create**')])

  expect(await run(variables)).toMatchObject({ code: 0 })
  expect(github.asked.at(-1)).toMatch(/^GET /)

  write('flags/search.yaml', 'bunting: 1\nflags: { search: { name: Search, type: boolean } }\n')
  expect(await run(variables)).toMatchObject({ code: 0 })
  expect(github.comments.map(({ body }) => body)).toEqual([expect.stringContaining('**2 to create**')])
  expect(github.asked.at(-1)).toBe('PATCH /repos/acme/shop/issues/comments/1000')
  expect(summary()).toBe('')
})

test('the comment is found after many others, and nobody else’s is changed', async () => {
  const { run } = await openJob()
  const others = Array.from({ length: 120 }, (_, id) => ({ id, body: 'Looks good', user: { login: 'ada' } }))
  await using github = await openGitHub({ comments: others })
  const variables = { MODE: 'plan', GITHUB_API_URL: github.url }
  await run(variables)
  const [marker = ''] = github.comments.at(-1)?.body.split('\n', 1) ?? []
  expect(marker).toMatch(/^<!-- bunting:plan \S+ -->$/)
  github.comments.unshift({ id: 5_000, body: `${marker}\nMine`, user: { login: 'mallory' } })
  const last = github.comments.at(-1) as Comment
  last.body = `${marker}\nan older plan`
  await run(variables)
  expect(github.comments).toHaveLength(122)
  expect(github.comments[0]?.body).toBe(`${marker}\nMine`)
  expect(last.body).toContain('**1 to create**')
})

test.for([
  ['may not comment', { mayComment: false }, {}],
  ['is not there', {}, { TOKEN: '' }],
] as const)('where the token %s, as of a fork, the job’s summary has the plan', async ([, options, variables]) => {
  const { run, summary } = await openJob()
  await using github = await openGitHub(options)
  expect(await run({ MODE: 'plan', GITHUB_API_URL: github.url, ...variables })).toMatchObject({ code: 0 })
  expect(github.comments).toEqual([])
  expect(summary()).toContain('**1 to create**')
})

test('without a key a plan says that there is none, and applying fails', async () => {
  const { run, summary } = await openJob()
  expect(await run({ MODE: 'plan', BUNTING_KEY: '' })).toMatchObject({ code: 0 })
  expect(summary()).toContain('There is no key')
  expect(await run({ MODE: 'apply', BUNTING_KEY: '' })).toMatchObject({ code: 1 })
})

test('a plan that cannot be applied fails, and says why', async () => {
  const { run, id } = await openJob()
  await cli.api.createFlag({
    params: { projectId: id },
    body: { key: 'checkout', name: 'Theirs', type: 'boolean', managedBy: 'git:acme/other' },
  })
  await using github = await openGitHub()
  expect(await run({ MODE: 'plan', GITHUB_API_URL: github.url })).toMatchObject({ code: 1 })
  expect(github.comments[0]?.body).toContain('### Nothing can be applied')
})

test('a plan that is too long for a comment is cut there, and whole in the job’s summary', async () => {
  const { run, write, summary } = await openJob()
  const flags = Object.fromEntries(
    Array.from({ length: 600 }, (_, at) => [
      `flag-${at}`,
      {
        name: `Flag ${at}`,
        type: 'boolean',
        environments: { staging: { enabled: true, defaultValue: false, rules: [] } },
      },
    ]),
  )
  write('flags/many.json', { bunting: 1, flags })
  await using github = await openGitHub()
  expect(await run({ MODE: 'plan', GITHUB_API_URL: github.url })).toMatchObject({ code: 0 })
  const [comment] = github.comments
  expect(comment?.body.length).toBeLessThan(65_536)
  expect(comment?.body).toMatch(/… and more: the job's summary has all of it\.\n$/)
  expect((comment?.body.match(/^```/gm) ?? []).length % 2).toBe(0)
  expect(summary()).toContain('`flag-599`')
})

test('applying changes flags, and the job’s summary says what', async () => {
  const { run, id, summary } = await openJob()
  expect(await run({ MODE: 'apply' })).toMatchObject({ code: 0 })
  const flag = await cli.api.getFlag({ params: { projectId: id, flagKey: 'checkout' } })
  expect(flag).toMatchObject({ managedBy: 'git:acme/shop' })
  expect(summary()).toContain('**1 to create**')
})

test('references are uploaded, and a check is a comment of its own', async () => {
  const { run, write } = await openJob()
  // A fake of `bunting code-refs` that records its arguments and writes a comment.
  const fake = write(
    'fake',
    '#!/bin/sh\necho "$@" >> "$HOME/asked"\nwhile [ $# -gt 0 ]; do [ "$1" = --markdown ] && printf \'<!-- bunting:code-refs -->\\nTwo flags are archived.\\n\' > "$2"; shift; done\n',
  )
  await promisify(execFile)('chmod', ['+x', fake])
  const home = makeHome()
  await using github = await openGitHub()
  const variables = { EXECUTABLE: fake, HOME: home, GITHUB_API_URL: github.url, PROJECT: '' }
  expect(await run({ ...variables, MODE: 'code-refs' })).toMatchObject({ code: 0 })
  expect(await run({ ...variables, MODE: 'check', GITHUB_BASE_REF: 'main' })).toMatchObject({ code: 0 })
  expect(github.comments.map(({ body }) => body)).toEqual(['<!-- bunting:code-refs -->\n\nTwo flags are archived.\n'])
  const asked = readFileSync(join(home, 'asked'), 'utf8').split('\n')
  expect(asked[0]).toBe('code-refs --upload')
  expect(asked[1]).toMatch(/^code-refs --check --base origin\/main --markdown \S+$/)
})

test('what an input says is never run', async () => {
  const { run, folder: here } = await openJob()
  const hostile = `$(touch ${here}/run); \`touch ${here}/run\`; touch ${here}/run`
  const { code } = await run({ MODE: 'apply', PROJECT: hostile, PATHS: `${hostile}\n--help` })
  expect(code).toBe(2)
  expect(existsSync(join(here, 'run'))).toBe(false)
  for (const { run: command } of action.runs.steps) expect(command).not.toContain('${{')
  expect(await run({ MODE: 'constructor' })).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('plan, apply, code-refs, check'),
  })
})

test('every input reaches a script, and every variable is one that a script reads', () => {
  const scripts = ['install.sh', 'main.mjs', 'comment.mjs']
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')
  const variables = action.runs.steps.flatMap((step: { env: Record<string, string> }) => Object.entries(step.env))
  for (const [name] of variables) {
    expect(name.startsWith('BUNTING_') || scripts.includes(name), name).toBe(true)
  }
  const texts = variables.map(([, value]: [string, string]) => value).join('\n')
  for (const input of Object.keys(action.inputs)) expect(texts).toContain(`\${{ inputs.${input} }}`)
})

test('an executable with another checksum is not run', async () => {
  const here = makeHome()
  const [file, output] = [join(here, 'bunting'), join(here, 'output')]
  writeFileSync(file, '#!/bin/sh\necho it runs\n')
  const sha256 = createHash('sha256').update(readFileSync(file)).digest('hex')
  const install = (EXECUTABLE_SHA256: string) =>
    start('bash', [join(folder, 'install.sh')], {
      PATH: process.env.PATH ?? '',
      RUNNER_TEMP: here,
      GITHUB_OUTPUT: output,
      EXECUTABLE_URL: pathToFileURL(file).href,
      EXECUTABLE_SHA256,
    })
  const other = `${sha256.startsWith('0') ? '1' : '0'}${sha256.slice(1)}`
  expect(await install(other)).toMatchObject({ code: 1, stderr: expect.stringContaining('another checksum') })
  expect(await install('')).toMatchObject({ code: 2 })
  expect(existsSync(output)).toBe(false)
  expect(await install(sha256)).toMatchObject({ code: 0 })
  const [, path = ''] = /^path=(.+)$/m.exec(readFileSync(output, 'utf8')) ?? []
  expect(await start(path, [], {})).toMatchObject({ stdout: 'it runs\n' })
})
