import { useState } from 'react'

export const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

/** The storage key of the theme, which index.html reads before the first paint. */
const stored = 'bunting-theme'

const readTheme = (): Theme => {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

const setTheme = (theme: Theme): void => {
  const { dataset } = document.documentElement
  if (theme === 'system') delete dataset.theme
  else dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem(stored)
    else localStorage.setItem(stored, theme)
  } catch {
    // Without storage, the theme is kept until the page is closed.
  }
}

export const useTheme = (): { theme: Theme; choose(theme: Theme): void } => {
  const [theme, setShown] = useState(readTheme)
  return {
    theme,
    choose: (next) => {
      setTheme(next)
      setShown(next)
    },
  }
}
