import type { Command } from './commands/command.ts'

const perGroup = 8

/** How well it fits, best first: the beginning of the name, of a word in it, anywhere in the name, in the code. */
const rank = ({ label, code = '' }: Command, text: string): number => {
  const name = label.toLowerCase()
  if (name.startsWith(text)) return 0
  if (name.includes(` ${text}`)) return 1
  if (name.includes(text)) return 2
  return code.toLowerCase().includes(text) ? 3 : -1
}

/** The commands that fit a text, a few of each group, groups in their order. */
export const findCommands = (commands: readonly Command[], typed: string): readonly Command[] => {
  const text = typed.trim().toLowerCase()
  const fitting = commands.map((command) => ({ command, rank: rank(command, text) })).filter((one) => one.rank >= 0)
  return [...Map.groupBy(fitting, ({ command }) => command.group).values()].flatMap((group) =>
    group
      .sort((a, b) => a.rank - b.rank)
      .slice(0, perGroup)
      .map(({ command }) => command),
  )
}
