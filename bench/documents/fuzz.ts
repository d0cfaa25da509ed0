import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DocumentServer } from '../support/document-server.ts'
import { runTool } from '../support/tools.ts'

const seconds = 120

/** What is never asked: pages for browsers, the operator's own, streams, which have no end, and ending our own session. */
const left = { management: ['Sign-in', 'Operator'], delivery: [] }

/**
 * Not what the documents are about: whether a rule's pattern can be compiled, a value fits its flag or a version is the next
 * one is for the server to say, with a 422 that they have; a path may be taken for another where a parameter is empty.
 */
const unchecked = ['positive_data_acceptance']

/** Follows the links of a document on the running server, and holds what it answers to the document. */
export const fuzz = async (server: DocumentServer, api: 'management' | 'delivery', folder: string): Promise<string> => {
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
    `[[operations]]\ninclude-operation-id = "recordEvents"\nheaders = { Authorization = "Bearer ${server.key}" }\n`,
  )
  const said = await runTool(
    program,
    [
      ...['--config-file', join(folder, 'schemathesis.toml'), 'run', document, '--url', url],
      ...['--phases', 'examples,coverage,stateful', '--max-time', String(seconds), '--seed', '1'],
      ...headers.flatMap((header) => ['--header', header]),
      ...left[api].flatMap((tag) => ['--exclude-tag', tag]),
      ...['--exclude-operation-id-regex', '^(ofrepStream|stream)$', '--exclude-checks', unchecked.join(',')],
      ...['--output-truncate', 'false', '--continue-on-failure'],
    ],
    { cwd: folder },
  )
  return /API Links:.*|\d+ generated, .*/.exec(said)?.[0] ?? 'no failures'
}
