/** Shortens a hash like Git does, such as `c0ffee1234`; other commit ids are not shortened. */
export const shortCommit = (commit: string): string => (/^[0-9a-f]{40,64}$/.test(commit) ? commit.slice(0, 10) : commit)
