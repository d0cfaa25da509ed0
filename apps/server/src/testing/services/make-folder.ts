import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const makeFolder = (name: string) => mkdtemp(join(tmpdir(), `bunting-${name}-`))
