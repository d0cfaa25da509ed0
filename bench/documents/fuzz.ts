import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentServer } from '../support/document-server.ts'
import { runTool } from '../support/tools.ts'

const seconds = 120

/** What is never asked: pages for browsers and ending our own session, the operator's, and streams, which have no end. */
const left = {
  management: ['--exclude-tag', 'Sign-in', '--exclude-tag', 'Operator'],
  delivery: ['--exclude-operation-id', 'stream', '--exclude-operation-id', 'ofrepStream'],
}

/**
 * Whether a pattern can be compiled, a value fits its flag or a version is the next one no schema says: there are a 422 and a
 * 409 for it. A cookie that was given as such is never left out, so that who calls without one is not tried.
 */
const unchecked = { management: 'positive_data_acceptance,ignored_auth', delivery: 'positive_data_acceptance' }

/** `stateful` follows links, `coverage` tries the borders of each parameter and field. */
export const phases = ['stateful', 'coverage'] as const

/** Follows the links of a document on the running server, and holds what it answers to the document. */
export const fuzz = async (
  server: DocumentServer,
  api: 'management' | 'delivery',
  phase: (typeof phases)[number],
  folder: string,
): Promise<string> => {
  const program = join(folder, 'venv', 'bin', 'st')
  if (!existsSync(program)) {
    await runTool('python3', ['-m', 'venv', join(folder, 'venv')], { cwd: folder })
    await runTool(join(folder, 'venv', 'bin', 'pip'), ['install', '-q', 'schemathesis==4.32.5'], { cwd: folder })
  }
  const [document, url] =
    api === 'management' ? ['openapi.json', server.managementUrl] : ['openapi-delivery.json', server.deliveryUrl]
  // Sessions end with nothing that is asked here; keys are revoked, and this might be ours.
  const asAdmin = [`Cookie: ${server.cookie}`, `Origin: ${server.managementUrl}`]
  const headers = api === 'management' ? asAdmin : [`Authorization: Bearer ${server.key}`]
  await writeFile(
    join(folder, 'schemathesis.toml'),
    api === 'delivery'
      ? ''
      : `[[operations]]\ninclude-operation-id = "recordEvents"\nheaders = { Authorization = "Bearer ${server.key}" }\n`,
  )
  const said = await runTool(
    program,
    [
      ...['--config-file', join(folder, 'schemathesis.toml'), 'run', document, '--url', url],
      ...['--phases', phase, '--max-time', String(seconds), '--seed', '1'],
      ...headers.flatMap((header) => ['--header', header]),
      ...left[api],
      ...['--exclude-checks', unchecked[api], '--continue-on-failure'],
    ],
    { cwd: folder },
  )
  return [/API Links:.*/, /\d+ generated.*/].flatMap((line) => line.exec(said)?.[0].trim() ?? []).join('; ')
}
