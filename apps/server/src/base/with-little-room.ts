import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8's young generation small during `work`, the start of the process. Loading creates many short-lived objects, and
 * V8 would keep the memory for them while the process idles. Afterwards the young generation grows in larger steps than V8's
 * default: requests leave so little alive that it would stay small, and be collected four times as often.
 */
export const withLittleRoom = async <Result>(work: () => Promise<Result>): Promise<Result> => {
  setFlagsFromString('--semi-space-growth-factor=1')
  try {
    return await work()
  } finally {
    setFlagsFromString('--semi-space-growth-factor=8')
  }
}
