/**
 * Says that something is not tested, since this machine lacks what that needs. It counts as failed where
 * `BUNTING_TOOLCHAINS=all` demands every toolchain.
 */
export function leaveOut(name, what, lacking, env) {
  console.log(`\n${what} was not tested: this machine lacks ${lacking}.`)
  return env.BUNTING_TOOLCHAINS === 'all' ? [{ name, passed: false, interrupted: false, seconds: 0 }] : []
}
