import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress } from 'node:zlib'
import { build } from 'vite'
import { packagesOf } from '../build/notices.mjs'
import { root } from '../root.mjs'

const compress = promisify(brotliCompress)
const worthIt = ['.js', '.css', '.html', '.svg']

// Builds the dashboard into the folder it is told, with a compressed copy beside each file that gains by it.
const [folder] = process.argv.slice(2)
const dashboard = join(root, 'apps', 'dashboard')
// Whoever asks for it, a test too, gets what people get.
process.env.NODE_ENV = 'production'
const { output } = await build({
  root: dashboard,
  configFile: join(dashboard, 'vite.config.ts'),
  logLevel: 'warn',
  build: { outDir: folder, emptyOutDir: true },
})

// Whoever ships them has to name whose they are.
const modules = output.flatMap(({ moduleIds = [] }) => moduleIds)
writeFileSync(join(folder, '.packages.json'), JSON.stringify(packagesOf(modules)))

const files = readdirSync(folder, { recursive: true }).filter((name) => worthIt.includes(extname(name)))
await Promise.all(
  files.map(async (name) => {
    const file = join(folder, name)
    writeFileSync(`${file}.br`, await compress(readFileSync(file)))
  }),
)
