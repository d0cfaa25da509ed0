import type { Locator, Page } from 'playwright-core'

type Fiber = { tag: number; flags: number; alternate: Fiber | null; child: Fiber | null; sibling: Fiber | null }
/** `pendingLanes`: what React has to do yet, also what it put off. */
type Root = { current: Fiber; pendingLanes: number }
type Counting = { rendered: number; root?: Root }

/** Has React count the components it renders, told as it tells its own tools. Before the page opens. */
export const countRendered = async (page: Page): Promise<void> => {
  await page.addInitScript(() => {
    const performedWork = 1
    const components = [0, 11, 14, 15]
    const counting: Counting = { rendered: 0 }
    const count = (fiber: Fiber): void => {
      if (components.includes(fiber.tag) && fiber.flags & performedWork) counting.rendered += 1
      // A part that was left as it is has the very same children.
      if (fiber.child === fiber.alternate?.child) return
      for (let child = fiber.child; child; child = child.sibling) if (child !== child.alternate) count(child)
    }
    const hook = {
      supportsFiber: true,
      inject: () => 1,
      onCommitFiberRoot: (_: number, root: Root) => {
        counting.root = root
        count(root.current)
      },
      onCommitFiberUnmount: () => undefined,
    }
    Object.assign(window, { __REACT_DEVTOOLS_GLOBAL_HOOK__: hook, counting })
  })
}

/** How many components something made React render until `shown` is there and nothing is left to do, also of what it put off. */
export const renderedBy = async (page: Page, act: () => Promise<void>, shown: Locator): Promise<number> => {
  const read = async (): Promise<number> => {
    // A condition of its own, looked at by a timer: a busy page has no idle moment, and one that nobody sees no frame.
    await page.waitForFunction(
      () => (window as unknown as { counting: Counting }).counting.root?.pendingLanes === 0,
      undefined,
      { polling: 50 },
    )
    return page.evaluate(() => (window as unknown as { counting: Counting }).counting.rendered)
  }
  const before = await read()
  await act()
  await shown.waitFor()
  return (await read()) - before
}
