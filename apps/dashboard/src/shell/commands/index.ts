import type { CommandSource } from './command.ts'
import { useFlagCommands } from './flag-commands.tsx'
import { useNewFlagCommand } from './new-flag-command.tsx'
import { usePageCommands } from './page-commands.tsx'
import { useProjectCommands } from './project-commands.tsx'
import { useThemeCommands } from './theme-commands.tsx'

/** Everything the palette knows, group by group in this order. A page adds a row. */
export const commandSources: readonly CommandSource[] = [
  useFlagCommands,
  useNewFlagCommand,
  usePageCommands,
  useProjectCommands,
  useThemeCommands,
]
