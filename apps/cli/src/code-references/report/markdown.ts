import { permalinkOf } from '@bunting/contract'
import { counted } from '../../output/counted.ts'
import { type Check, passes } from './check.ts'

/** Marks the comment, so that the poster can find and replace it. */
const mark = '<!-- bunting:code-refs -->'
const maxRows = 50
const maxPlaces = 3

type Place = { path: string; line: number }
type Links = { url: string | undefined; commit: string | undefined }
type Row = { what: string; flagKey: string; places: Place[]; more: string }

const titles = { added: 'added', changed: 'changed', removed: '**removed**' } as const

/** Formats a check as a comment for a pull request. */
export const checkMarkdown = (check: Check, links: Links): string => {
  const rows: Row[] = [
    ...groupsOf(check.unknown).map(([flagKey, places]) => {
      const near = check.unknown.find((call) => call.flagKey === flagKey)?.near
      return { what: '❌ unknown', flagKey, places, more: near === undefined ? '' : `did you mean ${code(near)}?` }
    }),
    ...groupsOf(check.archived).map(([flagKey, places]) => ({ what: '❌ archived', flagKey, places, more: '' })),
    ...(['added', 'changed', 'removed'] as const).flatMap((kind) =>
      (check[kind] ?? []).map(({ flagKey, references, before, now }) => ({
        what: titles[kind],
        flagKey,
        places: references,
        more: `${before} → ${now}`,
      })),
    ),
  ]
  const body = rows.length === 0 ? ['No flags are concerned.'] : tableOf(rows, links)
  const title = passes(check) ? '### Flags in the code' : '### Flags in the code: not fine'
  return [mark, title, '', ...body, ''].join('\n')
}

const groupsOf = (found: readonly (Place & { flagKey: string })[]): [string, Place[]][] => [
  ...Map.groupBy(found, ({ flagKey }) => flagKey),
]

const tableOf = (rows: readonly Row[], links: Links): string[] => [
  '| | flag | where | references |',
  '|---|---|---|---|',
  ...rows.slice(0, maxRows).map(({ what, flagKey, places, more }) => {
    const shown = places.slice(0, maxPlaces).map((place) => placeText(place, links))
    const rest = places.length > maxPlaces ? [`and ${counted(places.length - maxPlaces, 'more line')}`] : []
    return `| ${what} | ${code(flagKey)} | ${[...shown, ...rest].join('<br>')} | ${more} |`
  }),
  ...(rows.length > maxRows ? ['', `… and ${counted(rows.length - maxRows, 'more row')}.`] : []),
]

const placeText = ({ path, line }: Place, { url, commit }: Links): string => {
  const text = code(`${path}:${line}`)
  return url === undefined || commit === undefined ? text : `[${text}](${linkTo(url, { commit, path, line })})`
}

/** Returns the link to a place. Parentheses and the like are percent-encoded, since they would end a Markdown link. */
const linkTo = (url: string, place: Place & { commit: string }): string =>
  permalinkOf(url, place).replace(
    /[()<>\s|]/g,
    (character) => `%${character.charCodeAt(0).toString(16).padStart(2, '0')}`,
  )

/** Escapes a path, which the author of a pull request controls, so that Markdown, HTML and mentions have no effect. */
const code = (text: string): string =>
  `<code>${text.replace(/[^A-Za-z0-9/. -]/gu, (character) => `&#${character.codePointAt(0)};`)}</code>`
