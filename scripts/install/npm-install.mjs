import { expectedPackages, missingPackages } from './packages.mjs'
import { showProgress } from './progress.mjs'
import { installFlags, runNpm } from './run-npm.mjs'

/**
 * Runs npm and shows its progress. Returns the problem, if any, and whether npm was killed.
 * @param {'runtime' | 'everything'} level
 */
export async function npmInstall(level, signal) {
  const expected = expectedPackages(level)
  const began = performance.now()
  const seconds = () => Math.round((performance.now() - began) / 1000)
  const present = () => expected.length - missingPackages(expected).length
  console.error(
    present() < expected.length
      ? `Installing ${expected.length - present()} packages. This is done once and takes about half a minute.`
      : 'Bringing the installed packages up to date.',
  )

  const endProgress = showProgress(() => `  ${present()} of ${expected.length} packages, ${seconds()} s`)
  const scope = level === 'runtime' ? '--omit=dev' : '--include=dev'
  const { code, output } = await runNpm(['install', ...installFlags, scope], signal)
  endProgress()

  const missing = missingPackages(expected)
  if (code === 0 && missing.length === 0) {
    console.error(`Done in ${seconds()} s.`)
    return { killed: false }
  }
  const what = code === 0 ? `npm install left out ${missing.join(', ')}.` : `npm install failed (${code ?? 'killed'}).`
  const advice =
    'Check that the npm registry can be reached (npm ping), that the disk has room and that node_modules may be written to; then run this again.'
  return { problem: [what, output.trim(), advice].filter(Boolean).join('\n'), killed: code === null }
}
