import { join } from 'node:path'
import { build } from 'rolldown'
import { root } from '../root.mjs'

const program = join(root, 'apps', 'bunting', 'src')
const threads = join(root, 'apps', 'server', 'src', 'telemetry', 'event-log')

/** The entry files of threads, by name. */
export const threadFiles = {
  'sqlite-reader': join(threads, 'sqlite-reader.ts'),
  'sqlite-units': join(threads, 'sqlite-units.ts'),
  'sqlite-writer': join(threads, 'sqlite-writer.ts'),
}

const common = {
  cwd: root,
  platform: 'node',
  // An optional addon of pg, which is loaded only on request.
  external: ['pg-native'],
  logLevel: 'warn',
}

/** Names are not mangled, so that stack traces in bug reports are readable without a source map. */
const small = { minify: { compress: true, mangle: false, codegen: true }, comments: false }

/** Bundles ES modules, with rarely needed parts in separate chunks. Returns the third-party files in them. */
export async function bundleModules(folder) {
  const { output } = await build({
    ...common,
    input: { main: join(program, 'package.ts'), ...threadFiles },
    output: { dir: folder, format: 'esm', chunkFileNames: 'chunks/[name]-[hash].js', ...small },
  })
  return modulesOf(output)
}

/** Bundles each entry as a single text, which an executable can hold. */
export async function bundleTexts(folder) {
  const entries = { main: join(program, 'executable.ts'), ...threadFiles }
  const parts = []
  for (const [name, input] of Object.entries(entries)) {
    const { output } = await build({
      ...common,
      input,
      output: { file: join(folder, `${name}.cjs`), format: 'cjs', codeSplitting: false, ...small },
    })
    parts.push(...modulesOf(output))
  }
  return parts
}

const modulesOf = (output) => output.flatMap(({ moduleIds = [] }) => moduleIds)
