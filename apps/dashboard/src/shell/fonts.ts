import fonts from '../ui/styles/fonts.css?url'

/** The page itself asks for them before its first paint where they were here before: see index.html. */
const stored = 'bunting-fonts'

/** After what they are for: a page in the system's letters is sooner of use than none in ours. */
export const loadFonts = (): void => {
  if (document.getElementById('fonts')?.getAttribute('href') === fonts) return
  const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', href: fonts, id: 'fonts' })
  document.head.append(link)
  void document.fonts.ready.then(() => {
    try {
      localStorage.setItem(stored, fonts)
    } catch {
      // No storage: they come after the first page each time.
    }
  })
}
