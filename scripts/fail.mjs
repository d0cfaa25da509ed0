/** A failure the reader can act on: its message says it all. */
export class Failure extends Error {}

/** Runs a script's work. What the reader or the system caused is told in a line; only a mistake in the script shows its stack. */
export async function reportFailures(work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Failure || error.syscall)) throw error
    console.error(`\n${error.message}`)
    process.exitCode = 1
  }
}
