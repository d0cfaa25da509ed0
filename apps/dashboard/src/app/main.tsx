import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import '../ui/styles/index.css'
import { queryClient, whenSignedOut } from '../api/core/query-client.ts'
import { Toasts } from '../api/core/toast.tsx'
import { sessionQuery } from '../api/session.ts'
import { rememberBack } from '../features/page/back.ts'
import { loadFonts } from '../shell/fonts.ts'
import { loadOverlays } from '../ui/overlays/overlays.tsx'
import { sayWholeTexts } from '../ui/whole-text.ts'
import { repeatEarlyKeys } from './early-keys.ts'
import { router } from './routes.tsx'

let isLeaving = false

whenSignedOut(async () => {
  if (isLeaving || queryClient.getQueryData(sessionQuery.queryKey) === null) return
  isLeaving = true
  rememberBack(router.state.location.href)
  await router.navigate({ to: '/sign-in', search: { ended: true } })
  // Only after leaving: the pages of a project cannot render without a session.
  queryClient.setQueryData(sessionQuery.queryKey, null)
  isLeaving = false
})

const root = document.getElementById('root') as HTMLElement

// Removes the frame of index.html when the first page is there. A style with `#root:has(main)` would do the same, but the
// browser would search all of a long page at every change.
const untilFirstPage = new MutationObserver(() => {
  if (!root.querySelector('main')) return
  untilFirstPage.disconnect()
  document.getElementById('frame')?.remove()
  void repeatEarlyKeys()
})
untilFirstPage.observe(root, { childList: true, subtree: true })

router.subscribe('onRendered', () => void loadOverlays().then(loadFonts))

sayWholeTexts()

createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <Toasts />
    </QueryClientProvider>
  </StrictMode>,
)
