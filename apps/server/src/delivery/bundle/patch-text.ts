import type { EdgeBundle } from '../../edge/edge.ts'

export type Texts = { flags: ReadonlyMap<string, string>; segments: ReadonlyMap<string, string> }

/** The patch for a reader at revision `from`: the current entry of each name, or null if it was removed. */
export const patchText = (
  { format, environmentId, revision }: Pick<EdgeBundle, 'format' | 'environmentId' | 'revision'>,
  from: number,
  names: ReadonlySet<string>,
  { flags, segments }: Texts,
): string => {
  // The first bundles had no `format` field.
  const head = format === undefined ? '' : `"format":${JSON.stringify(format)},`
  const place = `"environmentId":${JSON.stringify(environmentId)},"from":${from},"revision":${revision}`
  return `{${head}${place},"flags":${objectOf(names, 'f:', flags)},"segments":${objectOf(names, 's:', segments)}}`
}

const objectOf = (names: ReadonlySet<string>, prefix: 'f:' | 's:', texts: ReadonlyMap<string, string>): string => {
  const members: string[] = []
  for (const name of names) {
    if (!name.startsWith(prefix)) continue
    const key = name.slice(prefix.length)
    members.push(`${JSON.stringify(key)}:${texts.get(key) ?? 'null'}`)
  }
  return `{${members.join(',')}}`
}
