import { command } from '../../core/command.ts'
import { unreachable } from '../../core/failure.ts'
import { optional } from '../../core/parameters.ts'
import { dim, green, rich } from '../../output/rich.ts'
import { openBackupFile } from './open-backup-file.ts'

export const backup = command({
  name: 'backup',
  summary: 'Copy the embedded database of a running server, for its operator (BUNTING_ADMIN_TOKEN)',
  description:
    'The file has everything but single evaluation events: whoever can read it can read all of it. It is written whole or not at all, checked, and never over another. bunting restore takes it.',
  target: 'operator',
  withoutJson: true,
  arguments: {
    file: optional('where to (default: bunting-<time>.db); - is standard output', { complete: 'file' }),
  },
  examples: ['backup', 'backup /var/backups/bunting.db', 'backup - > bunting.db'],
  run: async ({ api, out }, { file = `bunting-${new Date().toISOString().replace(/[-:]|\.\d+/g, '')}.db` }) => {
    if (file === '-') {
      for await (const piece of unbroken(await api.getBackup({}))) await out.stream(piece)
      return
    }
    using target = openBackupFile(file)
    for await (const piece of unbroken(await api.getBackup({}))) target.write(piece)
    const { size } = await target.finish()
    out.note(rich`${green('Backed up')} to ${file} ${dim(`(${size.toLocaleString('en')} bytes, whole)`)}.`)
  },
})

async function* unbroken(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* pieces
  } catch (error) {
    unreachable(`The server broke off: ${(error as Error).message}.`, 'The backup is not whole: try again.')
  }
}
