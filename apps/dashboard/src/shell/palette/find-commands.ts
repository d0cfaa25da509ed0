import { rankByWords, wordsOf } from '../../format/find-words.ts'
import type { Command } from '../commands/command.ts'

const perGroup = 8

const rank = ({ label, code, found = [], needs }: Command, typed: string, words: readonly string[]): number => {
  if (needs && !words.some((word) => needs.includes(word))) return -1
  return rankByWords(label, [code, ...found], typed)
}

/** The commands that match the words typed, in any order: a few of each group, with the groups in their order. */
export const findCommands = (commands: readonly Command[], typed: string): readonly Command[] => {
  const words = wordsOf(typed)
  const fitting = commands
    .map((command) => ({ command, rank: rank(command, typed, words) }))
    .filter((one) => one.rank >= 0)
  return [...Map.groupBy(fitting, ({ command }) => command.group).values()].flatMap((group) =>
    group
      .sort((a, b) => a.rank - b.rank)
      .slice(0, perGroup)
      .map(({ command }) => command),
  )
}
