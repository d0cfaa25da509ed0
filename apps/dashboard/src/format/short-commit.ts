/** `c0ffee1234`: a hash as Git shortens it; other ids of commits stay whole. */
export const shortCommit = (commit: string): string => (/^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 10) : commit)
