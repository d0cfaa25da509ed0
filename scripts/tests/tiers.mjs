const tests = {
  name: 'tests',
  flags: ['--project=!chaos', '--project=!sdks', '--project=!openfeature-cli'],
  isChecked: true,
}
const chaos = { name: 'chaos', flags: ['--project=chaos', '--project=sdks'], isChecked: false }

/** The tests in two tiers, by Vitest's projects. */
export const tiersOf = { tests: [tests], chaos: [chaos], all: [tests, chaos] }

/** Vitest's command line. A project that the caller names replaces the tier's. */
export const vitest = ({ name, flags }, args, reportFile) => ({
  name,
  command: [
    'vitest',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${reportFile}`,
    ...flags.filter((flag) => !(flag.startsWith('--project') && args.some((arg) => arg.startsWith('--project')))),
    ...args,
  ],
})
