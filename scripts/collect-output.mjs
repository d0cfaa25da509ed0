/** Waits for a process to end, and collects its output. `code` is null if it was killed. */
export function collectOutput(child) {
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text) => {
      output += text
    })
  }
  return new Promise((resolve) => {
    child.on('error', (error) => {
      output += error.message
    })
    child.on('close', (code) => resolve({ code, output }))
  })
}
