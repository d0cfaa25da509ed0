import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { settingParts } from '../../apps/server/src/config/setting-docs.ts'
import { settings } from '../../apps/server/src/config/settings.ts'
import { root } from '../root.mjs'

// Writes docs/settings.md from the settings in the code. With --check it only tells whether the page is up to date.
const file = join(root, 'docs', 'settings.md')
const page = [introduction(), ...settingParts.map(part)].join('\n')

if (!process.argv.includes('--check')) writeFileSync(file, page)
else if (readFileSync(file, 'utf8') !== page) {
  console.error('docs/settings.md is not what the code says: run node scripts/docs/settings.mjs')
  process.exitCode = 1
}

function introduction() {
  return `# Settings

<!-- Made by scripts/docs/settings.mjs from apps/server/src/config/setting-docs.ts: change it there. -->

Every setting is an environment variable; if it is unset or empty, the default applies. A bad value, or a \`BUNTING_*\` that does
not exist, stops the start with a line that says which one, and what is allowed:

\`\`\`sh exit=1
BUNTING_DELIVERY_PORT=70000 bunting serve
\`\`\`

\`\`\`text
BUNTING_DELIVERY_PORT is "70000", but must be: a port from 0 to 65535.
\`\`\`

The most common ones are options too: \`bunting serve --help\`. A *secret* is never repeated in a message or in the log.
`
}

function part({ title, about, docs }) {
  const rows = Object.entries(docs).map(row)
  return `## ${title}

${about}

| variable | default | meaning | may be |
|---|---|---|---|
${rows.join('\n')}
`
}

function row([name, { about, default: value, otherwise = 'unset' }]) {
  const { expected, secret } = settings[name]
  const kind = expected === 'any text' ? '' : expected
  return `| \`${name}\` | ${value === undefined ? otherwise : `\`${value}\``} | ${about} | ${kind}${secret ? ' (secret)' : ''} |`
}
