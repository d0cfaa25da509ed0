import { spawnSync } from 'node:child_process'
import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { tellReviewers } from './comment.mjs'

const { env } = process

const isOn = (name) => env[name] === 'true'
const given = (option, value) => (value ? [option, value] : [])
const project = given('--project', env.PROJECT)
const paths = (env.PATHS ?? '').split('\n').flatMap((line) => line.trim() || [])

const options = [
  ...(isOn('PROPOSE') ? ['--propose'] : []),
  ...(isOn('PRUNE_OWNED') ? ['--prune-owned'] : []),
  ...(isOn('TAKE_OVER') ? ['--take-over'] : []),
  ...project,
]

const page = (name) => join(mkdtempSync(join(env.RUNNER_TEMP ?? tmpdir(), 'bunting-page-')), name)

/** Runs the executable and returns its output. Its messages go to the log. */
const bunting = (args) => {
  // No shell parses the arguments. The executable does not get the token for comments.
  const { TOKEN: _, ...variables } = env
  const { status, stdout, error } = spawnSync(env.EXECUTABLE, args, {
    env: variables,
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  if (error) throw error
  return { code: status ?? 70, stdout }
}

const plan = async () => {
  const file = page('plan.md')
  const { code, stdout } = bunting(['apply', '--dry-run', '--json', '--plan', file, ...options, '--', ...paths])
  if (!existsSync(file)) return code
  const marker = `<!-- bunting:plan ${encodeURIComponent([env.PROJECT, ...paths].join(' ')).replaceAll('-', '%2D')} -->`
  await tellReviewers(env, marker, readFileSync(file, 'utf8'))
  // Planned changes are the purpose of a pull request, so only problems fail it.
  return code === 1 && JSON.parse(stdout).problems.length === 0 ? 0 : code
}

const apply = () => {
  const file = page('plan.md')
  const { code, stdout } = bunting(['apply', '--plan', file, ...options, '--', ...paths])
  process.stdout.write(stdout)
  if (existsSync(file)) summarize(readFileSync(file, 'utf8'))
  return code
}

const uploadReferences = () => {
  const { code, stdout } = bunting(['code-refs', '--upload', ...project])
  process.stdout.write(stdout)
  return code
}

const check = async () => {
  const file = page('check.md')
  const base = given('--base', env.GITHUB_BASE_REF && `origin/${env.GITHUB_BASE_REF}`)
  const { code, stdout } = bunting(['code-refs', '--check', ...base, '--markdown', file, ...project])
  process.stdout.write(stdout)
  if (!existsSync(file)) return code
  const text = readFileSync(file, 'utf8')
  const [marker] = text.split('\n', 1)
  await tellReviewers(env, marker, text.slice(marker.length))
  return code
}

const summarize = (text) => env.GITHUB_STEP_SUMMARY && appendFileSync(env.GITHUB_STEP_SUMMARY, `${text}\n`)

const modes = { plan, apply, 'code-refs': uploadReferences, check }

const run = async () => {
  if (!Object.hasOwn(modes, env.MODE)) {
    process.stderr.write(`mode has to be one of ${Object.keys(modes).join(', ')}.\n`)
    return 2
  }
  if (!env.BUNTING_KEY) {
    // A pull request from a fork has no secrets, so Bunting cannot be called.
    const text = 'There is no key, as for a pull request from a fork: nothing was asked of Bunting.'
    summarize(text)
    process.stderr.write(`${text}\n`)
    return ['plan', 'check'].includes(env.MODE) ? 0 : 1
  }
  return modes[env.MODE]()
}

process.exitCode = await run()
