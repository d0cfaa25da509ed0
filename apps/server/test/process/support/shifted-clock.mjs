// Loaded before a server: its clock runs CLOCK_AHEAD_MS ahead, and at each SIGUSR2 jumps by the next of CLOCK_LEAPS_MS,
// which it prints.
const { CLOCK_AHEAD_MS = '0', CLOCK_LEAPS_MS = '' } = process.env
const { now } = Date
const leaps = CLOCK_LEAPS_MS.split(',').map(Number)
let aheadMs = Number(CLOCK_AHEAD_MS)
process.on('SIGUSR2', () => {
  const leapMs = leaps.shift() ?? 0
  aheadMs += leapMs
  process.stdout.write(`The clock leapt by ${leapMs} ms.\n`)
})

globalThis.Date = class extends Date {
  constructor(...given) {
    super(...(given.length === 0 ? [now() + aheadMs] : given))
  }

  static now() {
    return now() + aheadMs
  }
}
