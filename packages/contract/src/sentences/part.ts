/** A part of a sentence: words, or a reference that is shown as a link or a text. */
export type Part =
  | string
  /** A text that a person typed, such as a member's name or a key's description. */
  | { is: 'name'; text: string | undefined }
  /** A text for machines, such as a prefix, an address or a colour. */
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
  /** Words that must stand out. */
  | { is: 'alarm'; text: string }
