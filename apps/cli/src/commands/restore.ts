import { resolve } from 'node:path'
import { command } from '../core/command.ts'
import { refuse } from '../core/failure.ts'
import { required, text } from '../core/parameters.ts'
import { counted } from '../output/counted.ts'
import { dim, green, rich } from '../output/rich.ts'
import { timeText } from '../output/time-text.ts'

export const restore = command({
  name: 'restore',
  summary: 'Put a backup in the place of the embedded database, while no server runs on it',
  description:
    'On the machine of the server. What was there is kept beside it. Redis, Delivery and applications may live on: within 30 seconds of the next start all of them answer from what was restored.',
  target: 'nothing',
  arguments: { file: required('what bunting backup wrote', { complete: 'file' }) },
  options: {
    dataDir: text('folder', 'of the embedded database (BUNTING_DATA_DIR, default .bunting)', { complete: 'file' }),
  },
  examples: ['restore bunting.db', 'restore bunting.db --data-dir /var/lib/bunting'],
  run: async ({ out, restore }, { file, dataDir }) => {
    const given: Record<string, string> = dataDir === undefined ? {} : { BUNTING_DATA_DIR: dataDir }
    const outcome = await restore(resolve(file), given)
    if ('refused' in outcome) return refuse(outcome.refused, 'Nothing was changed.')
    const { organizations, flags, newestChangeMs, aside } = outcome
    const newest = newestChangeMs === null ? '' : `, last changed ${timeText(new Date(newestChangeMs).toISOString())}`
    out.note(
      rich`${green('Restored')} ${counted(organizations, 'organization')} with ${counted(flags, 'flag')}${newest}.`,
    )
    if (aside !== undefined) out.note(dim(rich`The database that was there is kept at ${aside}.`))
    out.note(dim(rich`Start the server, and see that the audit log is whole: bunting audit verify`))
    return undefined
  },
})
