import type { Command, Group } from '../core/command.ts'
import type { Environment } from '../core/environment.ts'
import type { Option } from '../core/parameters.ts'
import { escapeText } from '../output/escape-text.ts'
import { openProfiles } from '../profiles/profiles.ts'
import { findPlace, type Place } from './find-place.ts'
import { type Candidate, listNames } from './list-names.ts'

/** Prints the possible next words for a shell, one on each line. Hides errors, since the user only pressed Tab. */
export const complete = async (
  entries: readonly (Command | Group)[],
  words: readonly string[],
  environment: Environment,
): Promise<string> => {
  const typed = words.at(-1) ?? ''
  const place = findPlace(entries, words.slice(0, -1), typed.startsWith('-'))
  if (place.next === 'value' && place.parameter.complete === 'file') return ':files\n'
  const candidates = await candidatesAt(place, typed, environment).catch(() => [])
  return candidates
    .filter(({ word }) => word.startsWith(typed))
    .map(({ word, description }) => `${escapeText(word)}\t${escapeText(description)}\n`)
    .join('')
}

const candidatesAt = async (place: Place, typed: string, environment: Environment): Promise<Candidate[]> => {
  if (place.next === 'nothing') return []
  if (place.next === 'command') {
    return place.entries.map(({ name, summary }) => ({ word: name, description: summary }))
  }
  if (place.next === 'option') return place.options.flatMap(([name, option]) => optionWords(name, option))
  const { parameter, chosen } = place
  if (parameter.choices) return parameter.choices.map((word) => ({ word, description: '' }))
  if (parameter.complete === undefined || parameter.complete === 'file') return []
  const profiles = openProfiles(environment.configDir)
  return listNames[parameter.complete]({ environment, profiles, chosen, typed })
}

const optionWords = (name: string, { kind, description }: Option): Candidate[] => [
  { word: `--${name}`, description },
  ...(kind.startsWith('removable') || kind === 'either' ? [{ word: `--no-${name}`, description }] : []),
]
