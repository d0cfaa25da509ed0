/** A part of a sentence: words, or a reference that is shown as a link or a text. */
export type Part =
  | string
  /** A text that a person typed, such as a member's name or a key's description. */
  | { is: 'name'; text: string | undefined }
  /** A text for machines, such as a prefix, an address or a colour. */
  | { is: 'code'; text: string | undefined }
  | { is: 'quote'; text: string | undefined }
  /** A flag by its key, else by its id, else by the id of a proposal about it. */
  | {
      is: 'flag'
      flagKey?: string | undefined
      flagId?: string
      proposalId?: string
      environmentId?: string | undefined
    }
  | { is: 'segment'; segmentKey?: string | undefined; segmentId?: string }
  | { is: 'environment'; environmentId: string | undefined }
  /** The words ` in Production`, or nothing if it is unknown. An entry about a key names the key, which names the rest. */
  | { is: 'place'; word: 'in' | 'of'; environmentId: string | undefined; apiKeyId?: string }
  /** A key's description. */
  | { is: 'apiKey'; apiKeyId: string }
  /** The words `approved Ada’s change to`. The entry of a review does not name the proposer, but the proposal does. */
  | { is: 'review'; verb: 'approved' | 'rejected'; what: string; proposalId: string }
  /** Words that must stand out. */
  | { is: 'alarm'; text: string }
