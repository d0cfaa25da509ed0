export type ProposedIdsChange = {
  op?: 'add' | 'remove' | 'replace' | undefined
  added?: number | undefined
  removed?: number | undefined
}

const words = { add: 'add ids', remove: 'remove ids', replace: 'replace all ids' }
const count = (value: number): string => value.toLocaleString('en')

/** `replace all ids: 61,204 come in, 2,318 go out`; undefined where it is none of an upload. */
export const sayProposedIds = ({ op, added = 0, removed = 0 }: ProposedIdsChange): string | undefined =>
  op && `${words[op]}: ${count(added)} come in, ${count(removed)} go out`
