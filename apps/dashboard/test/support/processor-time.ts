import type { CDPSession, Page } from 'playwright-core'

type Spent = { styleMs: number; scriptMs: number }

const read = async (devTools: CDPSession): Promise<Spent> => {
  const { metrics } = await devTools.send('Performance.getMetrics')
  const msOf = (name: string) => (metrics.find((one) => one.name === name)?.value ?? 0) * 1_000
  return { styleMs: msOf('RecalcStyleDuration'), scriptMs: msOf('ScriptDuration') }
}

const rest = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    for (let times = 0; times < 3; times += 1) {
      await new Promise((resolve) => requestIdleCallback(resolve))
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
  })

/**
 * What something takes of the page's processor, with what it puts off; the least of several times. Others that keep the
 * machine busy do not count, but it is a figure of this machine: only one beside another says something.
 */
export const spentBy = async (page: Page, devTools: CDPSession, act: () => Promise<void>): Promise<Spent> => {
  await devTools.send('Performance.enable', { timeDomain: 'threadTicks' })
  const all: Spent[] = []
  for (let times = 0; times < 5; times += 1) {
    await rest(page)
    const before = await read(devTools)
    await act()
    await rest(page)
    const after = await read(devTools)
    all.push({ styleMs: after.styleMs - before.styleMs, scriptMs: after.scriptMs - before.scriptMs })
  }
  return {
    styleMs: Math.min(...all.map(({ styleMs }) => styleMs)),
    scriptMs: Math.min(...all.map(({ scriptMs }) => scriptMs)),
  }
}
