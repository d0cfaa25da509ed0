/** A failure that the user can act on: its message says everything. */
export class Failure extends Error {}

/** Runs a script. Failures that the user or the system caused are one line; only a bug in the script shows a stack. */
export async function reportFailures(work) {
  try {
    await work()
  } catch (error) {
    if (!(error instanceof Failure || error.syscall)) throw error
    console.error(`\n${error.message}`)
    process.exitCode = 1
  }
}
