import type { CommandSource } from './command.ts'
import { useFlagCommands } from './flag-commands.tsx'
import { useKeyCommands } from './key-commands.tsx'
import { useNewFlagCommand } from './new-flag-command.tsx'
import { usePageCommands } from './page-commands.tsx'
import { usePeopleCommands } from './people-commands.tsx'
import { useProjectCommands } from './project-commands.tsx'
import { useScheduleCommands } from './schedule-commands.tsx'
import { useSegmentCommands } from './segment-commands.tsx'
import { useThemeCommands } from './theme-commands.tsx'
import { useViewCommands } from './view-commands.tsx'

/** Every source of commands, in the order of their groups. A new page adds a row. */
export const commandSources: readonly CommandSource[] = [
  useFlagCommands,
  useSegmentCommands,
  useScheduleCommands,
  useViewCommands,
  useNewFlagCommand,
  usePageCommands,
  usePeopleCommands,
  useProjectCommands,
  useThemeCommands,
  useKeyCommands,
]
