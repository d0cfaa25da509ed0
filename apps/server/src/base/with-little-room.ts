import { setFlagsFromString } from 'node:v8'

/**
 * For a start: loading makes many objects that nobody needs again, and the room that V8 takes for new ones meanwhile stays
 * with the process, which may idle from then on. So it stays as small as it is until the work is done. Then it grows by
 * larger steps than doubling: requests leave so little alive that it would stay small, and be swept the more often.
 */
export const withLittleRoom = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  setFlagsFromString('--semi-space-growth-factor=1')
  try {
    return await work()
  } finally {
    setFlagsFromString('--semi-space-growth-factor=8')
  }
}
