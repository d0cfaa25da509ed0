import { chosenDatabases } from './support/databases.ts'
import { machine } from './support/machine.ts'
import { againstBare } from './writes/against-bare.ts'
import { bySize, writes } from './writes/by-size.ts'

const databases = chosenDatabases()

process.stdout.write(`
# Writes

## Against the bare database

Writes a second by the API, and by the driver alone that is told the very same statements, in turns: the median of the rounds.
PostgreSQL does not wait for the disk here, so that the ratio is that of the work.
${machine()}

${await againstBare(databases)}

## In large environments

${writes} configs, one after the other, in an environment of so many flags; all projects in one database.
${machine()}

${await bySize(databases)}
`)
