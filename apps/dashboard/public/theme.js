// Runs before the first paint, so that a chosen theme never flashes the other one. shell/theme.ts writes what this reads.
try {
  const theme = localStorage.getItem('bunting-theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // No storage: the system decides.
}
