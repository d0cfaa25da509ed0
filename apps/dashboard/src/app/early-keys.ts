declare global {
  interface Window {
    /** The keys that index.html kept until now; undefined once the app hears them itself. */
    buntingEarlyKeys?: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>[] | undefined
  }
}

/** Repeats the keys that were pressed before the first page was there, into the field that one of them opened, if any. */
export const repeatEarlyKeys = async (): Promise<void> => {
  const pressed = window.buntingEarlyKeys ?? []
  window.buntingEarlyKeys = undefined
  for (const init of pressed) {
    const target = document.activeElement ?? document.body
    const event = new KeyboardEvent('keydown', { ...init, bubbles: true, cancelable: true })
    if (target.dispatchEvent(event) && target instanceof HTMLInputElement) {
      target.setRangeText(init.key, target.selectionStart ?? 0, target.selectionEnd ?? 0, 'end')
      target.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    // What the key changes is drawn before the next one.
    await new Promise((resolve) => setTimeout(resolve))
  }
}
