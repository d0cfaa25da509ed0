/** Says on standard error how far something is: on one line at a terminal, else at every quarter. */
export const progress = (what: string, total: number): ((done: number) => void) => {
  const began = performance.now()
  let quarter = 0
  return (done) => {
    const seconds = ((performance.now() - began) / 1000).toFixed(1)
    const line = `  ${what}: ${Math.floor((100 * done) / total)} % (${seconds} s)`
    if (process.stderr.isTTY) process.stderr.write(`\r${line}${done >= total ? '\n' : ''}`)
    else if (Math.floor((4 * done) / total) > quarter) process.stderr.write(`${line}\n`)
    quarter = Math.floor((4 * done) / total)
  }
}
