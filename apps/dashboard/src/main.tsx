import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import './styles/index.css'
import { queryClient, whenSignedOut } from './data/query-client.ts'
import { sessionQuery } from './data/session.ts'
import { Toasts } from './parts/toast.tsx'
import { TooltipProvider } from './parts/tooltip.tsx'
import { router } from './routes.tsx'
import { rememberBack } from './shell/back.ts'

whenSignedOut(() => {
  if (queryClient.getQueryData(sessionQuery.queryKey) === null) return
  queryClient.setQueryData(sessionQuery.queryKey, null)
  rememberBack(router.state.location.href)
  void router.navigate({ to: '/sign-in' })
})

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <TooltipProvider>
        <RouterProvider router={router} />
        <Toasts />
      </TooltipProvider>
    </QueryClientProvider>
  </StrictMode>,
)
