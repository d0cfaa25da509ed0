import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { Ajv } from 'ajv'
import { parse } from 'yaml'
import { root } from '../root.mjs'
import { check, refusal, sh } from './shell.mjs'
import { composeLoader, composeSchema } from './tools.mjs'

/** Checks compose.yaml by its schema, and with the loader of Docker's `compose` and the secrets of make-env.sh. */
export async function verifyCompose(say) {
  const schema = JSON.parse(readFileSync(composeSchema(), 'utf8'))
  const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false })
  const text = readFileSync(join(root, 'compose.yaml'), 'utf8')
  const project = parse(text, { merge: true })
  const isValid = ajv.validate({ ...schema, $schema: undefined }, project)
  check(isValid, `compose.yaml is not as its schema has it:\n${ajv.errorsText(undefined, { separator: '\n' })}`)
  say('compose.yaml is as compose-spec.json has it')

  const folder = mkdtempSync(join(tmpdir(), 'bunting-compose-'))
  try {
    mkdirSync(join(folder, 'deploy', 'compose'), { recursive: true })
    writeFileSync(join(folder, 'compose.yaml'), text)
    copyFileSync(join(root, 'deploy/compose/make-env.sh'), join(folder, 'deploy/compose/make-env.sh'))
    const load = composeLoader()
    const refused = refusal(load, ['compose.yaml'], folder)
    check(refused.includes('make-env.sh'), `Without secrets it is refused for another reason:\n${refused}`)
    say('without secrets it is refused, and says how to make them')
    sh('sh', [join(folder, 'deploy/compose/make-env.sh')])
    const secrets = parseEnv(readFileSync(join(folder, '.env'), 'utf8'))
    // The loader's own program does not substitute variables.
    const filled = text.replace(/\$\{(\w+):\?[^}]*\}/g, (_, name) => secrets[name])
    writeFileSync(join(folder, 'compose.yaml'), filled)
    const loaded = sh(load, ['compose.yaml'], { cwd: folder })
    say(`with them compose-go loads it: ${Object.keys(parse(loaded).services).join(', ')}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
