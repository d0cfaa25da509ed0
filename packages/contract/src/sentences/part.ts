/** A piece of a sentence: words, or what they are about. Whoever shows it makes links of it, or texts. */
export type Part =
  | string
  /** What somebody typed: the name of a member, the description of a key. */
  | { is: 'name'; text: string | undefined }
  /** What machines read: a prefix, an address, a colour. */
  | { is: 'code'; text: string | undefined }
  | { is: 'quote'; text: string | undefined }
  /** By its key, else by its id, else by that of a proposal about it. */
  | {
      is: 'flag'
      flagKey?: string | undefined
      flagId?: string
      proposalId?: string
      environmentId?: string | undefined
    }
  | { is: 'segment'; segmentKey?: string | undefined; segmentId?: string }
  | { is: 'environment'; environmentId: string | undefined }
  /** ` in Production`, or nothing where it is not known. An entry about a key names the key, and that its environment. */
  | { is: 'place'; word: 'in' | 'of'; environmentId: string | undefined; apiKeyId?: string }
  /** A key's description. */
  | { is: 'apiKey'; apiKeyId: string }
  /** `approved Ada’s change to`: an entry about a review does not name the proposer, the proposal does. */
  | { is: 'review'; verb: 'approved' | 'rejected'; what: string; proposalId: string }
  /** What has to be seen at once. */
  | { is: 'alarm'; text: string }
