import { fail, type Segment } from '@bunting/contract'

/** What is for large segments alone. */
export const requireLarge = ({ key, large }: Segment): void => {
  if (!large) fail('CONFLICT', `${key} is not a large segment: its ids are in its config.`)
}

/** What is for segments with configs alone. */
export const requireConfig = ({ key, large }: Segment): void => {
  if (large) {
    fail('CONFLICT', `${key} is a large segment, which has no config: upload its ids, by POST …/segments/${key}/ids.`)
  }
}
