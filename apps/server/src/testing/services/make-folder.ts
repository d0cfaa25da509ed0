import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export const makeFolder = (name: string, parent = tmpdir()) => mkdtemp(join(parent, `bunting-${name}-`))
