import { applyLoad } from './apply.ts'
import type { Load } from './load.ts'

// A process of its own: what asks must not take the time of what measures, nor of what answers.
process.on('message', async (load: Load) => process.send?.(await applyLoad(load)))
process.on('disconnect', () => process.exit())
