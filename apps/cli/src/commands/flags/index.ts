import type { Group } from '../../core/command.ts'
import { archiveFlag, unarchiveFlag } from './archive.ts'
import { cleanUp } from './cleanup.ts'
import { copyConfig } from './copy.ts'
import { createFlag } from './create.ts'
import { diffVersions } from './diff.ts'
import { getFlag } from './get.ts'
import { showHistory } from './history.ts'
import { listFlags } from './list.ts'
import { rampFlag } from './ramp.ts'
import { requireFlags } from './require.ts'
import { restoreVersion } from './restore.ts'
import { rollOut } from './rollout.ts'
import { scheduleFlag } from './schedule.ts'
import { setConfig } from './set.ts'
import { showTimeline } from './timeline.ts'
import { turnOff, turnOn } from './turn.ts'
import { updateFlag } from './update.ts'

export const flags: Group = {
  name: 'flags',
  summary: 'Flags and their configs',
  commands: [
    listFlags,
    createFlag,
    getFlag,
    turnOn,
    turnOff,
    rollOut,
    rampFlag,
    scheduleFlag,
    setConfig,
    requireFlags,
    updateFlag,
    archiveFlag,
    unarchiveFlag,
    showHistory,
    showTimeline,
    diffVersions,
    restoreVersion,
    copyConfig,
    cleanUp,
  ],
}
