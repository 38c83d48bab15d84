import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { createBrowserRouter } from 'react-router-dom'
import { ApiError } from '../client/api-error.ts'
import { startTheme } from '../ui/theme.ts'
import { routes } from './router.tsx'
import { App } from './shell/app.tsx'
import { createQueryClient } from './shell/query-client.ts'
import { watchReachability } from './shell/reachability.ts'
import './styles.css'

const root = document.getElementById('root')
if (!root) throw new Error('The page has no element to mount the console in.')

/** What stands before every path, as `/quarterdeck`; the server writes it into the page. */
const basePath =
  document.querySelector<HTMLMetaElement>('meta[name="quarterdeck-base"]')?.content ?? ''

startTheme()
const queryClient = createQueryClient()

createRoot(root, {
  // What a server refused is shown by the page that asked; anything else is a defect to look into.
  onCaughtError: (error) => {
    if (!(error instanceof ApiError)) console.error(error)
  },
}).render(
  <StrictMode>
    <App
      router={createBrowserRouter(routes, { basename: basePath || '/' })}
      queryClient={queryClient}
      reachability={watchReachability(queryClient)}
      gateway={{ baseUrl: location.origin + basePath }}
    />
  </StrictMode>,
)
