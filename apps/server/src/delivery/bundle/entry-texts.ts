import { parseJson } from '../../base/json.ts'
import type { EdgeEntries } from '../../edge/edge.ts'

/** What an entry says now: its text, and what that describes. Undefined where it is gone. */
export type News = { text: string; described: unknown } | undefined

/** What is another than it was. Of a whole, what is not in it is gone. Fails where something is not JSON. */
export const newsIn = (
  entries: EdgeEntries<string | null>,
  texts: ReadonlyMap<string, string>,
  isWhole: boolean,
  notJson: () => Error,
): Map<string, News> => {
  const news = new Map<string, News>()
  for (const [key, given] of entries) {
    const known = texts.get(key)
    if (given === null) {
      if (known !== undefined) news.set(key, undefined)
    } else if (given !== known) {
      const described = parseJson(given)
      if (described === undefined) throw notJson()
      news.set(key, { text: given, described })
    }
  }
  if (isWhole) {
    const named = new Set(entries.map(([key]) => key))
    for (const key of texts.keys()) if (!named.has(key)) news.set(key, undefined)
  }
  return news
}

export const describedIn = (news: ReadonlyMap<string, News>): Map<string, unknown> =>
  new Map(news.entries().map(([key, one]) => [key, one?.described]))

/** Comes back with how many characters were added. */
export const keepTexts = (texts: Map<string, string>, news: ReadonlyMap<string, News>): number => {
  let added = 0
  for (const [key, one] of news) {
    const before = texts.get(key)
    if (before !== undefined) added -= key.length + before.length
    if (one) added += key.length + one.text.length
    if (one) texts.set(key, one.text)
    else texts.delete(key)
  }
  return added
}

/** What is taken out and what is put in, by name. */
export function* toggled(prefix: 'f:' | 's:', texts: ReadonlyMap<string, string>, news: ReadonlyMap<string, News>) {
  for (const [key, one] of news) {
    const before = texts.get(key)
    if (before !== undefined) yield [prefix + key, before] as const
    if (one) yield [prefix + key, one.text] as const
  }
}
