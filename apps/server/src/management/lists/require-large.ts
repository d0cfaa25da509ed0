import { fail, type Segment } from '@bunting/contract'

/** Refuses segments that are not large. */
export const requireLarge = ({ key, large }: Segment): void => {
  if (!large) fail('CONFLICT', `${key} is not a large segment: its ids are in its config.`)
}

/** Refuses large segments, which have no config. */
export const requireConfig = ({ key, large }: Segment): void => {
  if (large) {
    fail('CONFLICT', `${key} is a large segment, which has no config: upload its ids, by POST …/segments/${key}/ids.`)
  }
}
