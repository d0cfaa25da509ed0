import type { CodeReference } from './schemas/code-references.ts'

/** Returns the permalink of a line. Each part is percent-encoded, so that no file name can change where it leads. */
export const permalinkOf = (
  pattern: string,
  { commit, path, line }: Pick<CodeReference, 'commit' | 'path' | 'line'>,
): string => {
  const parts: Record<string, string> = {
    commit: encodeURIComponent(commit),
    path: path.split('/').map(encodeURIComponent).join('/'),
    line: String(line),
  }
  return pattern.replace(/\{(commit|path|line)\}/g, (_, name: string) => parts[name] as string)
}
