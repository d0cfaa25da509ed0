import { attackOptions } from './attack/options.ts'
import { slowReaders } from './attack/slow-readers.ts'
import { stall } from './attack/stall.ts'
import { strangers } from './attack/strangers.ts'
import { streams } from './attack/streams.ts'
import { openTarget } from './attack/target.ts'
import { telemetry } from './attack/telemetry.ts'
import { table } from './support/figures.ts'
import { machine } from './support/machine.ts'

/** Each is bounded, and goes to a service of its own on this machine. */
const attacks = { stall, strangers, 'slow-readers': slowReaders, streams, telemetry }

const options = attackOptions(process.argv.slice(2))
const named = process.argv.slice(2).filter((word) => word in attacks) as (keyof typeof attacks)[]
const verdicts = []
for (const name of named.length > 0 ? named : (Object.keys(attacks) as (keyof typeof attacks)[])) {
  process.stderr.write(`${name}\n`)
  await using target = await openTarget()
  verdicts.push(await attacks[name](target, options))
}
const rows = verdicts.map(({ name, figure, limit, holds }) => [name, figure, limit, holds ? 'yes' : 'NO'])
const more = verdicts.flatMap(({ name, more }) => (more === undefined ? [] : [`## ${name}\n\n${more}`]))
process.stdout.write(
  `\n${[
    `# Attacks\n\nOn a whole service as people start it, on the embedded database, without rate limits.\n${machine()}`,
    table(['attack', 'figure', 'at most', 'holds'], rows),
    ...more,
  ].join('\n\n')}\n`,
)
if (verdicts.some(({ holds }) => !holds)) process.exitCode = 1
