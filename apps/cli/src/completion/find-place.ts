import type { Command, Group } from '../core/command.ts'
import { kebab, type Option, type Parameter } from '../core/parameters.ts'
import { optionsOf } from '../core/target-options.ts'
import { isGroup } from '../program.ts'

/** The kind of word that may come next: the name of a command, an option, or a value. */
export type Place =
  | { next: 'command'; entries: readonly (Command | Group)[] }
  | { next: 'option'; options: [string, Option][] }
  | { next: 'value'; parameter: Parameter<unknown>; chosen: Record<string, string> }
  | { next: 'nothing' }

/** Parses the words before the one that is being typed. Of that one only matters whether it is an option. */
export const findPlace = (
  entries: readonly (Command | Group)[],
  words: readonly string[],
  typesOption: boolean,
): Place => {
  const [name, ...rest] = words
  if (name === undefined) return typesOption ? { next: 'nothing' } : { next: 'command', entries }
  const entry = entries.find((each) => each.name === name)
  if (!entry) return { next: 'nothing' }
  if (!isGroup(entry)) return placeIn(entry, rest, typesOption)
  const { usual } = entry
  const meansUsual = usual && (rest[0]?.startsWith('-') ?? typesOption)
  return meansUsual ? placeIn(usual, rest, typesOption) : findPlace(entry.commands, rest, typesOption)
}

const placeIn = (command: Command, words: readonly string[], typesOption: boolean): Place => {
  const options = Object.entries(optionsOf(command)).map(([name, option]) => [kebab(name), option] as [string, Option])
  const chosen: Record<string, string> = {}
  let positional = 0
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string
    const option = options.find(([name]) => word === `--${name}`)
    if (option && takesValue(option[1])) {
      const value = words[++at]
      if (value === undefined) return { next: 'value', parameter: option[1], chosen }
      chosen[option[0]] = value
    } else if (!word.startsWith('-')) positional++
  }
  if (typesOption) return { next: 'option', options }
  const parameters = Object.values(command.arguments ?? {})
  const last = parameters.at(-1)
  const parameter = parameters[positional] ?? (last?.kind === 'several' ? last : undefined)
  return parameter ? { next: 'value', parameter, chosen } : { next: 'nothing' }
}

const takesValue = ({ kind }: Option): boolean => kind !== 'switch' && kind !== 'either'
